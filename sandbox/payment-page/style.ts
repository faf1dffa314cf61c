import { Html } from './html';

const RULES = `
*{box-sizing:border-box}
body{margin:0;background:#f3f5f8;color:#1c2733;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
header{background:var(--band);color:var(--on-band)}
header>div{display:flex;align-items:center;gap:1rem;min-height:5.5rem;padding-top:1rem;padding-bottom:4.25rem}
header img{max-height:3.5rem;max-width:12rem;background:#fff;border-radius:.4rem;padding:.25rem}
header strong{display:block;font-size:1.35rem;line-height:1.2}
header small{opacity:.85}
header>div,main,footer{max-width:47rem;margin:0 auto;padding-left:1rem;padding-right:1rem}
main{margin-top:-3.25rem}
section{background:#fff;border:1px solid #dfe4ea;border-radius:.75rem;box-shadow:0 1px 3px rgba(16,32,48,.08);padding:1.5rem;margin-bottom:1rem}
.top{display:flex;justify-content:space-between;align-items:flex-start;gap:1rem;flex-wrap:wrap}
h1{font-size:1rem;font-weight:600;margin:0;color:#5a6877}
h2{font-size:1.1rem;margin:0 0 1rem}
.due{font-size:2.25rem;font-weight:700;line-height:1.2;margin:.25rem 0;overflow-wrap:anywhere}
.quiet{color:#5a6877;margin:0}
.badge{font-size:.8rem;font-weight:600;border-radius:1rem;padding:.2rem .75rem;background:#e7edf5;color:#274566;white-space:nowrap}
.badge.paid{background:#dcf3e4;color:#14623a}
.badge.pending,.badge.partial{background:#fdf0d2;color:#7a4d00}
.badge.canceled,.badge.expired{background:#fbe3e1;color:#8f1f16}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(12rem,1fr));gap:1rem;margin:1.5rem 0 0}
dl div{min-width:0}
dl .row{grid-column:1/-1}
dt{font-size:.8rem;color:#5a6877}
dd{margin:0;overflow-wrap:anywhere}
.wide{overflow-x:auto;margin-top:1.5rem}
table{width:100%;border-collapse:collapse}
th{font-size:.8rem;font-weight:600;color:#5a6877;text-align:left;border-bottom:1px solid #dfe4ea;padding:.4rem .75rem .4rem 0}
td{padding:.6rem .75rem .6rem 0;border-bottom:1px solid #eef1f5;vertical-align:top;overflow-wrap:anywhere}
td small{display:block;color:#5a6877}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
th.number,td.number{padding-right:0;padding-left:.75rem}
.sums{max-width:22rem;margin:1rem 0 0 auto}
.sums td{border:0;padding:.2rem 0}
.sums tr:last-child td{border-top:1px solid #dfe4ea;font-weight:700;padding-top:.6rem}
.note{border-radius:.5rem;padding:.85rem 1rem;margin:0 0 1rem;background:#e7edf5;color:#274566;border:1px solid;box-shadow:0 1px 3px rgba(16,32,48,.08)}
.note.good{background:#dcf3e4;color:#14623a}
.note.wait{background:#fdf0d2;color:#7a4d00}
.note.bad{background:#fbe3e1;color:#8f1f16}
fieldset{border:1px dashed #b9c4d0;border-radius:.5rem;margin:1.25rem 0;padding:.5rem 1rem 1rem}
.choice{margin-right:1.5rem;white-space:nowrap}
input[type=text]{width:100%;font:inherit;border:1px solid #cfd7e0;border-radius:.5rem;padding:.55rem .75rem}
input:focus-visible,button:focus-visible{outline:3px solid #7fb0ef;outline-offset:1px}
button{width:100%;font:inherit;font-weight:600;font-size:1.05rem;border:0;border-radius:.5rem;padding:.85rem;background:var(--accent);color:var(--on-accent);cursor:pointer}
.problem{display:block;color:#8f1f16;font-weight:600;margin:.35rem 0 0}
input[aria-invalid]{border-color:#8f1f16}
button:hover{filter:brightness(1.1)}
footer{color:#5a6877;font-size:.85rem;text-align:center;padding-bottom:2rem}
@media print{form,footer{display:none}}
`;

const DEFAULT_BAND = '#1f3a5f';

/** The colors come from the settings, which take nothing but hexadecimal ones. */
export function styleSheet(colors: { backgroundColor?: string; fontColor?: string } = {}): Html {
	const band = colors.backgroundColor ?? DEFAULT_BAND;
	const onBand = colors.fontColor ?? readableOn(band);
	const accent = isLight(band) ? DEFAULT_BAND : band;
	return new Html(
		`<style>:root{--band:${band};--on-band:${onBand};--accent:${accent};--on-accent:${readableOn(accent)}}${RULES}</style>`,
	);
}

function readableOn(color: string): string {
	return isLight(color) ? '#1c2733' : '#ffffff';
}

/** By the relative weight that the eye gives to red, green and blue. */
function isLight(color: string): boolean {
	const digits = color.slice(1);
	const pairs =
		digits.length === 3 ? [...digits].map((digit) => digit + digit) : digits.match(/../g);
	const [red, green, blue] = (pairs ?? []).map((pair) => parseInt(pair, 16));
	return red * 0.299 + green * 0.587 + blue * 0.114 > 150;
}
