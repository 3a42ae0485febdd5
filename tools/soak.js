// Lets one Pi meet failing requests for a long time, and measures what is left behind: npm run soak -- <minutes>
import { build } from "./build.js";
import { Failure, main } from "./run.js";
import { soak } from "./soak/rounds.js";

await main(async () => {
	const [minutes, ...rest] = process.argv.slice(2);
	if (rest.length > 0 || !(Number(minutes) > 0)) throw new Failure("Usage: npm run soak -- <minutes>", { exitCode: 2 });
	await build();
	if (!(await soak(Number(minutes) * 60_000))) throw new Failure("Something has grown that is not the session's own.");
});
