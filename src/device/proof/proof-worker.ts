import { type Puzzle, search } from './search.ts'

/* A worker of its own, so that the page stays at hand while a proof is searched for. */

export type Search = { puzzle: Puzzle; most: number }

addEventListener('message', ({ data }: MessageEvent<Search>) => {
  postMessage(search(data.puzzle, data.most))
})
