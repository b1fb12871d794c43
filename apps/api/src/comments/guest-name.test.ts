import { expect, test } from 'vitest'
import { readGuestName } from './guest-name'
import { protectedNameKeys } from '../base/name-keys'

const looksLike = (owner: string, guest: string) =>
  readGuestName(guest).keys.some((key) => protectedNameKeys(owner).includes(key))

test.each([
  ['a Greek capital', 'Μara Hald', 'Mara Hald'],
  ['a Cyrillic letter', 'Mаra Hald', 'Mara Hald'],
  ['a rare Cyrillic letter', 'Mara Halԁ', 'Mara Hald'],
  ['letters of three scripts in another case', 'ΜARА hаlԁ', 'Mara Hald'],
  ['small capitals', 'ᴍᴀʀᴀ ʜᴀʟᴅ', 'Mara Hald'],
  ['mathematical letters', '𝓜𝓪𝓻𝓪 𝕳𝖆𝖑𝖉', 'Mara Hald'],
  ['letters in squares', '🅼🅰🆁🅰 🅷🅰🅻🅳', 'Mara Hald'],
  ['two letters for one', 'Rnara Hald', 'Mara Hald'],
  ['a capital I for an l', 'Mara HaId', 'Mara Hald'],
  ['a digit for an l', 'Mara Ha1d', 'Mara Hald'],
  ['a line for an l', 'Mara Ha|d', 'Mara Hald'],
  ['an l for a capital I', 'lnes Falk', 'Ines Falk'],
  ['an l for a capital I among capitals', 'MlA', 'Mia'],
  ['another capital I', 'ΜІА', 'Mia'],
  ['a zero', '0scar', 'Oscar'],
  ['a mark behind it', 'Mara Hald ✓', 'Mara Hald'],
  ['other signs between', 'Mara-Hald.', 'Mara Hald'],
  ['a role before it', 'Designer Mara Hald', 'Mara Hald'],
  ['a Cyrillic name in capitals', 'МАРИЯ', 'Мария'],
  ['a Greek name in capitals', 'ΝΊΚΟΣ', 'Νίκος'],
  ['a dot on a dotted letter', 'I\u0307lker', 'Ilker'],
])('a name looks like another with %s: %s', (_what, guest, owner) =>
  expect(looksLike(owner, guest)).toBe(true),
)

test.each([
  ['Elia', 'Ella'],
  ['ELIA', 'Ella'],
  ['Lan', 'Ian'],
  ['Ali', 'All'],
  ['Jose', 'José'],
  ['Anna', 'Hanna'],
  ['Mara Haldén', 'Mara Hald'],
  ['Мара Халд', 'Mara Hald'],
  ['Hald Mara', 'Mara Hald'],
  ['🌸', '🌺'],
  ['王伟', '李伟'],
])('the name %s is not confused with %s, nor the other way round', (one, other) => {
  expect(looksLike(other, one)).toBe(false)
  expect(looksLike(one, other)).toBe(false)
})

test.each([
  'Owner',
  'DESIGNER',
  '👑 owner!',
  'Designer / Owner',
  'Owner Designer',
  '[Owner] Anna',
  'Designer: Anna',
  'Owner 👑 Anna',
  'Оwnеr – Anna',
  'Dеѕіgnеr',
  'ᴏᴡɴᴇʀ (Anna)',
  '0WNER',
  'DESlGNER',
  'ⓓⓔⓢⓘⓖⓝⓔⓡ: Anna',
  'Designer:in',
  'Besitzerin: Anna',
  'PROPRIÉTAIRE',
  'Diseño – Ana',
  'デザイナー：田中',
  '设计师（王伟）',
  'المصمم: سارة',
])('%s claims a role', (name) => expect(readGuestName(name).claimsRole).toBe(true))

test.each([
  'Anna Owens',
  'Anna Downer',
  'Anna Designers',
  'Landowner',
  'Designer Outlet',
  'Designer-Outlet Berlin',
  'Designer & Co',
  'Owner’s Club',
  'Product Owner Tim',
  'Lea, Designer at ACME',
  'Lea (Designer)',
  'Anna - Designer',
  'Tim, product owner',
  'Diseño Norte',
  'مالك',
])('%s is allowed as a name', (name) => expect(readGuestName(name).claimsRole).toBe(false))
