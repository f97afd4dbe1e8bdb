import { loadSimulator } from './load-simulator.ts';
const simulate = await loadSimulator();
const arg = (name: string, other: number) => { const at = process.argv.indexOf(name); return at < 0 ? other : Number(process.argv[at + 1]); };
const seed = arg('--seed', -1);
if (seed >= 0) { const o = await simulate(seed, true); console.log(o.trace.join('\n')); console.log({ ...o, trace: 0 }); process.exit(); }
const from = arg('--from', 1), n = arg('--seeds', 100);
const c = process.cpuUsage(); let bad = 0, ev = 0, runs = 0, simMs = 0;
for (let s = from; s < from + n; s++) { const o = await simulate(s); ev += o.events; runs += o.runs; simMs += o.simulatedMs; if (o.violation) { bad++; if (bad < 15) console.log(s, o.violation); } }
const u = process.cpuUsage(c);
console.log({ n, bad, events: ev / n, runs: runs / n, simS: simMs / n / 1000, cpuMs: (u.user + u.system) / 1000 / n });
