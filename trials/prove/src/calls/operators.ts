import type { Random } from '@pinmark/testbed/random'

/** Values that a MongoDB query would interpret as operators, from public collections: keys with a dollar sign,
 *  dotted keys, types of the driver, and texts for servers that evaluate JavaScript. */
const comparisons = [
  '$ne',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$in',
  '$nin',
  '$eq',
  '$exists',
  '$type',
  '$regex',
  '$not',
]
const logical = [
  '$or',
  '$and',
  '$nor',
  '$where',
  '$expr',
  '$jsonSchema',
  '$text',
  '$mod',
  '$all',
  '$elemMatch',
  '$size',
]
const updates = [
  '$set',
  '$unset',
  '$inc',
  '$rename',
  '$push',
  '$pull',
  '$function',
  '$accumulator',
  '$lookup',
  '$out',
]
const arguments_ = [
  null,
  '',
  1,
  true,
  -1,
  [],
  {},
  [''],
  '.*',
  'a',
  { a: 1 },
  [null, 'a'],
  'this.password',
  '1==1',
  'sleep(100)',
]
const driverTypes: readonly string[] = [
  '{"$oid":"507f1f77bcf86cd799439011"}',
  '{"$date":0}',
  '{"_bsontype":"ObjectId","id":"aaaaaaaaaaaa"}',
  '{"_bsontype":"Code","code":"return true"}',
  '{"_bsontype":"MinKey"}',
  '{"toString":"a","valueOf":"b"}',
  '{"length":1,"0":"a"}',
  '{"inspect":"a","toJSON":"b"}',
]
const texts = [
  ...[
    "' || '1'=='1",
    "'; return true; var a='",
    "' || this.password || '",
    '{"$ne":null}',
    '[$ne]=1',
    '$ne',
    '$where',
  ],
  ...[
    '";sleep(100);"',
    '{$gt:""}',
    "admin'--",
    'true, $where: "1 == 1"',
    ', $or: [ {}, {"a":"a',
    '|| 1==1//',
    '%00',
  ],
]

export interface OperatorValue {
  /** JSON text, so that keys can be written in unusual ways. */
  json: string
  /** Plain text is an ordinary value, and may be stored unchanged. */
  isText: boolean
}

/** A text that is not a JSON value. */
export function operatorValue(random: Random): OperatorValue {
  const operator = random.pick([...comparisons, ...logical, ...updates])
  const inner = JSON.stringify(random.pick(arguments_))
  const key = random.pick([
    operator,
    operator,
    operator.replace('$', '\\u0024'),
    `a.${operator}`,
    `${operator}.a`,
  ])
  const makers: (() => OperatorValue)[] = [
    () => ({ json: `{"${key}":${inner}}`, isText: false }),
    () => ({ json: `{"${key}":${inner}}`, isText: false }),
    () => ({ json: `[{"${key}":${inner}}]`, isText: false }),
    () => ({ json: `{"a":{"${key}":${inner}}}`, isText: false }),
    () => ({ json: `{"__proto__":{"${key}":${inner}}}`, isText: false }),
    () => ({ json: `{"constructor":{"prototype":{"a":${inner}}}}`, isText: false }),
    () => ({ json: random.pick(driverTypes), isText: false }),
    () => ({ json: JSON.stringify(random.pick(texts)), isText: true }),
  ]
  return random.pick(makers)()
}

/** The same in a query string. */
export function operatorQuery(name: string, random: Random): string {
  const operator = random.pick(comparisons)
  const forms = [
    `${name}[${operator}]=`,
    `${name}[${operator}]=1`,
    `${name}[]=a&${name}[]=b`,
    `${name}.${operator}=1`,
  ]
  return random.pick([...forms, `${encodeURIComponent(name)}%5B${operator}%5D=1`, `__proto__[${operator}]=1`])
}
