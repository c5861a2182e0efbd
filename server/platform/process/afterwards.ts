export type Afterwards = {
  /** Starts background work that no answer waits for. @param work must not throw; it logs its own failures */
  begin(work: () => Promise<void>): void
  /**
   * The same for work that reads the current state: while one of a key is running only one more waits, since it covers
   * all of the requests it replaces.
   */
  beginOnce(key: string, work: () => Promise<void>): void
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
}

/** Work after the answers, which a server that stops still finishes (server/start.ts). */
export function createAfterwards(): Afterwards {
  const underWay = new Set<Promise<void>>()
  /** By key: whether it has to run once more. */
  const again = new Map<string, boolean>()

  function begin(work: () => Promise<void>): void {
    const running = work().finally(() => underWay.delete(running))
    underWay.add(running)
  }

  async function whileAsked(key: string, work: () => Promise<void>): Promise<void> {
    do {
      again.set(key, false)
      await work()
    } while (again.get(key))
    again.delete(key)
  }

  return {
    begin,
    beginOnce(key, work) {
      if (again.has(key)) again.set(key, true)
      else begin(() => whileAsked(key, work))
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
