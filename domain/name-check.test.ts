import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readsLikeMessage } from './name-check.ts'

describe('the name check', () => {
  it.each([
    'Ada',
    'Ngozi',
    'Chukwuemeka',
    'Olúwáṣeun',
    'Adébáyọ̀ Ọlá',
    'Oluwadamilola Oluwaseun Ayomide',
    'Aisha Bint Abdullahi',
    'Ƙasimu Ɗanjuma',
    "Sa'adatu",
    'Goodluck Ebele',
    'Blessing Gift',
    'Prize Favour',
    'Free Grace',
    'Sunday Monday',
    'ThankGod',
    'Jean-Luc',
    'Müller-Lüdenscheidt',
    'von und zu Guttenberg',
    'Hans-Peter Groß',
    'O’Neil',
    "D'Angelo",
    'Ada Jr.',
    'Владимир Владимирович',
    'Анна-Мария Ёлкина',
    'Иван Грозный',
    'محمد الأمين',
    'Mohammed bin Rashid bin Saeed Al Maktoum',
    'Maria del Carmen de la Cruz y Ortega',
    'Aung Win',
    'Win Win Maw',
    'Ng',
    'Ai Co',
    'Call',
    'Cash',
    'Gana',
    'Qui',
    'Ben Link',
    'Tim Schmidt',
    'Edu',
    'Ini Edu',
    'Net',
    'Org',
    'Com',
    'Gov Mil',
    'Wa',
    'Ada Ng',
    'J. Edu',
    'Gift Winner Okafor',
    'Prize Gift Ada',
    'Kim Loan Win',
    'Abd al-Rahman bin Muhammad bin Abd al-Wahhab',
    'Maria da Conceição dos Santos e Silva de Oliveira',
    'علی\u200cپور حسینی\u200cنژاد',
  ])('accepts %s', (name) => expect(readsLikeMessage(name)).toBe(false))
})

describe('the name check, given a message or an address,', () => {
  it.each([
    'Click here to win',
    'visit bit ly now click',
    'Your account is blocked verify',
    'www example',
    'example com',
    'Example. com',
    'bitly x',
    'https',
    'You have won a prize',
    'Hier klicken und Geld gewinnen Gewinn',
    'Haga clic aquí premio',
    'Clicca qui hai vinto',
    'Нажмите ссылка приз',
    'a b c d e f g h i j',
    'Win a prize now',
    'Get free cash',
    'Prize link click',
    'Ada 0803',
    'ada@example',
    'Ada/Obi',
  ])('refuses %s', (name) => expect(readsLikeMessage(name)).toBe(true))
})

it('no single word of letters is refused, except those of addresses', () => {
  const word = fc
    .stringMatching(/^[a-z]{4,12}$/)
    .filter((text) => !/^(?:http|https|html|bitly|tinyurl|whatsapp|telegram)$/.test(text))
  fc.assert(fc.property(word, (text) => !readsLikeMessage(text)))
})
