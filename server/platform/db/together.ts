/**
 * Asks together what is asked in one turn of the event loop: each statement costs both sides a message, however little it
 * reads. Nothing is asked before it came, so that everybody is answered what was stored by then; and who is alone waits for nobody.
 * @param ask answers to questions, in their order; a failure is everybody's who asked
 * @param weigh how much a question is
 * @param most of that in one statement, so that who asks for little does not wait for who asks for much
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
