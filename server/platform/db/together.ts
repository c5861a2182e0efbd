/**
 * Batches the queries of one event-loop turn, since each statement costs both sides a message, however little it reads.
 * A single caller is not delayed.
 * @param ask answers to questions, in their order; a failure fails all of the batch
 * @param weigh weight of a question
 * @param most weight of one statement, so that a small question does not wait for a large one
 */
export function together<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  { weigh, most }: { weigh(question: Question): number; most: number },
): (question: Question) => Promise<Answer> {
  type Waiting = { question: Question } & Pick<PromiseWithResolvers<Answer>, 'resolve' | 'reject'>
  let waiting: Waiting[] = []

  async function answer(some: readonly Waiting[]): Promise<void> {
    try {
      const answers = await ask(some.map(({ question }) => question))
      some.forEach(({ resolve }, at) => {
        resolve(answers[at] as Answer)
      })
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
  }

  function send(): void {
    const all = waiting
    waiting = []
    let some: Waiting[] = []
    let weight = 0
    for (const one of all) {
      const more = weigh(one.question)
      if (some.length > 0 && weight + more > most) {
        void answer(some)
        some = []
        weight = 0
      }
      some.push(one)
      weight += more
    }
    void answer(some)
  }

  return (question) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    if (waiting.push({ question, resolve, reject }) === 1) setImmediate(send)
    return promise
  }
}
