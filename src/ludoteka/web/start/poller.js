/** Asking the house again and again while the page is looked at. */

const PAUSE = 10_000; // milliseconds between an answer and the next question

/**
 * What is asked for again and again, and shown where it is not as it was.
 * @template Answer
 */
export class Polling {
  #timer = 0;
  #asked = 0; // questions: only the answer to the last counts
  #shown = "";

  /**
   * @param {() => Promise<Answer>} ask
   * @param {(answer: Answer) => void} show
   * @param {(error: unknown) => void} failed
   */
  constructor(ask, show, failed) {
    this.ask = ask;
    this.show = show;
    this.failed = failed;
    document.addEventListener("visibilitychange", () => void this.again());
  }

  /**
   * Go on from an answer that is shown already.
   * @param {Answer} answer
   */
  goOn(answer) {
    this.#shown = JSON.stringify(answer);
    this.#wait();
  }

  /** Show the next answer, even if it is the same. */
  forget() {
    this.#shown = "";
  }

  /** Ask at once, if somebody looks. */
  async again() {
    clearTimeout(this.#timer);
    if (document.visibilityState !== "visible") return;
    const number = ++this.#asked;
    try {
      const answer = await this.ask();
      if (number === this.#asked) this.#take(answer);
    } catch (error) {
      if (number === this.#asked) this.#shown = "";
      this.failed(error);
    }
    if (number === this.#asked) this.#wait();
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.again(), PAUSE);
  }

  /** @param {Answer} answer */
  #take(answer) {
    const text = JSON.stringify(answer);
    if (text === this.#shown) return;
    this.#shown = text;
    this.show(answer);
  }
}
