/** Genders that a patient may give; 'none' is an answer too. */
export const GENDERS = ['female', 'male', 'none'] as const
