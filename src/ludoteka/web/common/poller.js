/** Polling while the page is visible. */

const PAUSE = 10_000; // milliseconds between an answer and the next question

/**
 * Polls for an answer and shows it when it changes.
 * @template Answer
 */
export class Poller {
  #timer = 0;
  #questions = 0; // questions so far; only the answer to the last one counts
  #shown = "";

  /**
   * @param {() => Promise<Answer>} ask
   * @param {(answer: Answer) => void} show
   * @param {(error: unknown) => void} [onError]
   */
  constructor(ask, show, onError = () => {}) {
    this.ask = ask;
    this.show = show;
    this.onError = onError;
    document.addEventListener("visibilitychange", () => void this.poll());
  }

  /**
   * Continue from an answer that is shown already.
   * @param {Answer} answer
   */
  continueFrom(answer) {
    this.#shown = JSON.stringify(answer);
    this.#wait();
  }

  /** Ask at once, and show the answer even if it is the same. */
  refresh() {
    this.#shown = "";
    return this.poll();
  }

  /** Ask at once, if the page is visible. */
  async poll() {
    clearTimeout(this.#timer);
    if (document.visibilityState !== "visible") return;
    const number = ++this.#questions;
    try {
      const answer = await this.ask();
      const text = JSON.stringify(answer);
      if (number === this.#questions && text !== this.#shown) {
        this.#shown = text;
        this.show(answer);
      }
    } catch (error) {
      if (number === this.#questions) this.#shown = "";
      this.onError(error);
    }
    if (number === this.#questions) this.#wait();
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.poll(), PAUSE);
  }
}
