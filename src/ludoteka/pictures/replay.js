/** The replay of the match in this file, and the check of its dice; the functions above are those of the browser client. */

const data = JSON.parse(document.getElementById("data").textContent);
const { steps, frames, parts, words, titles, dice } = data;
const element = (id) => document.getElementById(id);
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
const PAUSE = 1000; // milliseconds

/** The parts of each step, found from those of the step before. */
const drawn = [];
for (const [, start, end, between] of frames) {
  const before = drawn.at(-1) ?? [];
  drawn.push([...before.slice(0, start), ...between, ...before.slice(before.length - end)]);
}

let number = 0;
let timer = 0;
const buttons = steps.map(([actor, text], index) => {
  const button = document.createElement("button");
  button.textContent = index === 0 ? words.start : text || words.resigned;
  button.addEventListener("click", () => go(index));
  const item = document.createElement("li");
  item.append(button);
  element("moves").append(item);
  return button;
});

function describe(index) {
  const [actor, text, comment] = steps[index];
  const who = actor === data.chance ? words.throw : (titles[actor] ?? "");
  const what = index === 0 ? words.start : `${who}: ${text || words.resigned}`;
  return comment ? `${what} – ${comment}` : what;
}

function show(index) {
  number = Math.max(0, Math.min(index, steps.length - 1));
  element("board").setAttribute("viewBox", frames[number][0]);
  element("drawn").innerHTML = drawn[number].map((part) => parts[part]).join("");
  element("told").textContent = describe(number);
  element("place").value = String(number);
  element("place").setAttribute("aria-valuetext", fill(words.step, { number, count: steps.length - 1 }));
  for (const [place, button] of buttons.entries()) {
    if (place === number) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  }
  const list = element("moves");
  const { offsetTop, offsetHeight } = buttons[number];
  list.scrollTop = offsetTop - list.offsetTop - list.clientHeight / 2 + offsetHeight / 2;
  element("first").disabled = element("back").disabled = number === 0;
  element("last").disabled = element("forward").disabled = number === steps.length - 1;
}

function stop() {
  clearInterval(timer);
  timer = 0;
  element("play").textContent = words.play;
}

function go(index) {
  stop();
  show(index);
}

function play() {
  if (timer) return stop();
  if (number === steps.length - 1) show(0);
  element("play").textContent = words.pause;
  timer = setInterval(() => {
    show(number + 1);
    if (number === steps.length - 1) stop();
  }, PAUSE);
}

element("place").max = String(steps.length - 1);
element("place").addEventListener("input", () => go(Number(element("place").value)));
element("first").addEventListener("click", () => go(0));
element("back").addEventListener("click", () => go(number - 1));
element("play").addEventListener("click", play);
element("forward").addEventListener("click", () => go(number + 1));
element("last").addEventListener("click", () => go(steps.length - 1));
document.addEventListener("keydown", (event) => {
  const { target, key, altKey, ctrlKey, metaKey } = event;
  if (target.matches("input, button, summary") && [" ", "Enter"].includes(key)) return;
  if (target.matches("input") || altKey || ctrlKey || metaKey) return;
  const ways = { ArrowLeft: () => go(number - 1), ArrowRight: () => go(number + 1), Home: () => go(0), End: () => go(steps.length - 1), " ": play };
  if (!Object.hasOwn(ways, key)) return;
  event.preventDefault();
  ways[key]();
});

/** Check the dice, and the commitment that the reader has noted. */
function check() {
  const noted = element("noted").value.trim().toLowerCase();
  const shown = steps.filter(([actor]) => actor === data.chance).map(([, text]) => text);
  const found = verify(dice, null, shown).map((one) =>
    one.about === "commitment" && noted ? { ...one, is: noted === dice.commitment ? "right" : "wrong" } : one,
  );
  const names = { right: "Right", wrong: "Wrong", unknown: "Unknown" };
  const said = found.map(({ about, is, number, text, due = [], count }) => {
    const item = document.createElement("li");
    item.className = is;
    item.textContent = fill(words[about === "elsewhere" ? about : about + names[is]], { number, throw: text, due: due.join(" "), count });
    return item;
  });
  element("findings").replaceChildren(...said);
  element("verdict").textContent = words[conclude(found)];
}

show(0);
if (dice) {
  element("dice").hidden = false;
  element("seed").textContent = dice.seed;
  element("commitment").textContent = dice.commitment;
  element("noted").addEventListener("input", check);
  check();
}
