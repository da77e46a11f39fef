/** Labels that a careless program would break on, each with a word that finds it. */
export const hostileLabels: readonly (readonly [typed: string, label: string])[] = [
  ['spare', 'Loaner "spare" laptop'],
  ['kiosk', String.raw`Kiosk C:\front\desk`],
  ['demo', 'Demo laptop 🦄👩🏽‍💻'],
  ['مختبر', 'مختبر الاختبار 7'],
  ['template', 'Template {{x}} ${emailCurrentUser} <<x>>'],
  ['bobby', "Bobby'); drop table object; --"],
  ['history', giantLabel()],
];

/** 10,000 characters. */
function giantLabel(): string {
  const beginning = 'Field laptop with its whole history as a name: ';
  const stations = Array.from({ length: 900 }, (_, index) => `station ${index + 1}, `).join('');
  return (beginning + stations).slice(0, 10_000);
}
