//! Whether the model owes the conversation an answer.

use crate::seam::BranchMessage;

/// Returns the entries with the failed answers at the end of a branch that ends in no
/// completed answer, the last one first; nothing where there is nothing to send again.
///
/// What stands in a context and asks for no answer by itself, such as a summary, the output
/// of the user's own command or another extension's message, is looked past.
#[must_use]
pub fn unanswered(branch: &[BranchMessage]) -> Option<Vec<String>> {
    let mut failed = vec![];
    for message in branch.iter().rev() {
        match (message.role.as_str(), message.stop_reason.as_deref()) {
            ("assistant", Some("error" | "aborted")) => failed.push(message.entry_id.clone()),
            ("user" | "toolResult", _) | ("assistant", Some("toolUse")) => return Some(failed),
            ("assistant", _) => return None,
            // A message of another extension may have started the run that failed.
            ("custom", _) if !failed.is_empty() => return Some(failed),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn branch(messages: &[&str]) -> Option<Vec<String>> {
        let message = |(at, words): (usize, &&str)| {
            let (role, stop_reason) =
                words.split_once(' ').map_or((*words, None), |(role, how)| (role, Some(how)));
            let stop_reason = stop_reason.map(str::to_owned);
            BranchMessage { entry_id: at.to_string(), role: role.to_owned(), stop_reason }
        };
        let messages: Vec<BranchMessage> = messages.iter().enumerate().map(message).collect();
        unanswered(&messages)
    }

    #[test]
    fn a_failed_an_aborted_and_a_missing_answer_are_owed() {
        assert_eq!(branch(&["user"]), Some(vec![]));
        assert_eq!(branch(&["user", "assistant error"]), Some(vec!["1".to_owned()]));
        assert_eq!(
            branch(&["user", "assistant error", "assistant aborted"]),
            Some(vec!["2".to_owned(), "1".to_owned()])
        );
        assert_eq!(branch(&["user", "assistant toolUse", "toolResult"]), Some(vec![]));
        assert_eq!(branch(&["user", "assistant toolUse"]), Some(vec![]));
        assert_eq!(
            branch(&["user", "assistant error", "bashExecution"]),
            Some(vec!["1".to_owned()])
        );
    }

    #[test]
    fn a_completed_answer_and_an_empty_conversation_owe_nothing() {
        assert_eq!(branch(&[]), None);
        assert_eq!(branch(&["system", "compactionSummary"]), None);
        assert_eq!(branch(&["user", "assistant stop"]), None);
        assert_eq!(branch(&["user", "assistant length", "bashExecution"]), None);
    }

    #[test]
    fn a_message_of_another_extension_is_owed_an_answer_only_where_one_failed() {
        assert_eq!(branch(&["custom", "assistant error"]), Some(vec!["1".to_owned()]));
        assert_eq!(branch(&["user", "assistant stop", "custom"]), None);
        assert_eq!(branch(&["user", "custom"]), Some(vec![]));
    }
}
