/** The id of what step 1 is called by: the first question, or what has taken its place. */
export const QUESTION_ID = 'validation-question'
