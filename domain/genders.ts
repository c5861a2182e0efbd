/** What a patient may say of their gender; 'none' is said as well. */
export const GENDERS = ['female', 'male', 'none'] as const
