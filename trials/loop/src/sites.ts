/** A web site of one file, and what its reviewer says about it. */
export interface Site {
  /** Its file in `sites/`. */
  readonly id: string
  /** The width of its picture in CSS pixels. */
  readonly widthPx: number
  readonly reviewer: string
  readonly wishes: readonly Wish[]
}

/** A comment, and the element that it is about. Only the reviewer knows the selector. */
export interface Wish {
  readonly on: string
  readonly text: string
}

const phonePx = 390
const screenPx = 1024

export const sites: readonly Site[] = [
  site('bakery', phonePx, 'Hanna', {
    '.motto': 'Please write “wood-fired” instead of “stone”.',
    '.order': 'Give this button a green background.',
    '.l2': 'Move this item one place up.',
    '.c4': '“4.10” should be “4.40”.',
    '.l6': 'Remove this item, we no longer bake it.',
    '.flour': '“nine kilometres” should be “six kilometres”.',
    '.rest': 'The lines are too close to each other.',
    '.note': 'Make this blue.',
    '.hours': 'This is too small for what everyone looks for.',
    '.phone': 'Add “and 22 419” at the end.',
  }),
  site('dentist', screenPx, 'Samir', {
    '.emergency': 'Make this red, please.',
    h1: '“takes time” should be “listens”.',
    '.lead': '“forty minutes” should be “fifty minutes”.',
    '.book': 'More room inside this button.',
    '.fill': 'Add “It lasts ten years.” at the end.',
    '.kids': 'Set this in bold.',
    '.guard': 'Please write “two working days” instead of “three working days”.',
    '.chief': 'More space above this.',
    '.tu': 'Please write “closed” instead of “8 am to 6 pm, evenings by arrangement”.',
    '.fees': 'Remove this line, it is wrong.',
  }),
  site('museum', phonePx, 'Ines', {
    h1: 'This is too loud, make it smaller.',
    '.intro': '“Eleven” should be “Twelve”.',
    '.ticket': 'Set this in capital letters.',
    '.alba': 'Please write “lanterns” instead of “lamps”.',
    '.porto': 'A new line below this: “Every Saturday at three”.',
    '.salt': 'Make this yellow.',
    '.student': '“9.00” should be “8.50”.',
    '.friday': 'More space above this.',
    '.cafe': 'Move this one place up.',
    '.shop': 'Remove this line.',
  }),
  site('invoices', screenPx, 'Grace', {
    '.login': 'Underline this, it does not look like a link.',
    h1: '“pay” should be “settle”.',
    '.claim': 'This is too small.',
    '.try': 'Give this button a red background.',
    '.studio': '“19” should be “24”.',
    '.m3': 'Remove this item.',
    '.l1': 'Move this one place down.',
    '.q1': '“Ireland” should be “Iceland”.',
    '.q3': 'The lines are too tight.',
    '.terms': 'Centre this.',
  }),
  site('trattoria', phonePx, 'Luca', {
    h1: 'More space above this.',
    '.sub': '“vine” should be “fig tree”.',
    '.anchovy': 'Add “and olives” at the end.',
    '.flower': 'Make this green.',
    '.trofie': 'Set this in bold.',
    '.pansoti': 'Please write “hazelnuts” instead of “walnuts”.',
    '.ciuppin': 'This is too small to read.',
    '.garden': '“twenty seats” should be “thirty seats”.',
    '.book': 'Give this button a yellow background.',
    '.cards': 'Remove this line.',
  }),
  site('festival', screenPx, 'Noor', {
    '.when': '“4 to 6 July” should be “11 to 13 July”.',
    '.offer': 'This should be larger.',
    '.buy': 'More room inside this button.',
    '.f3': 'Please write “The Short Jetty” instead of “The Long Jetty”.',
    '.s2': 'Make this white.',
    '.s4': 'Remove this item, they cannot come.',
    '.u2': 'Move this one place up.',
    '.train': '“twenty minutes” should be “ten minutes”.',
    '.food': 'Set this in italics.',
    '.quiet': 'Add “Dogs are welcome there.” at the end.',
  }),
  site('bikes', phonePx, 'Ola', {
    '.open': 'Give this label a red background.',
    h1: '“riders” should be “owners”.',
    '.promise': 'The lines are too tight.',
    '.n2': 'Set this in capital letters.',
    '.p3': '“760” should be “790”.',
    '.w2': 'Move this one place up.',
    '.w4': 'Add “with a wash” at the end.',
    '.call': 'Please write “Book a date” instead of “Ask for a date”.',
    '.mei': 'Make this green.',
    '.days': 'More space above this.',
  }),
  site('architects', screenPx, 'Wim', {
    '.city': 'Set this in capital letters.',
    h1: 'This is too loud, make it smaller.',
    '.k2': '“Nine” should be “Eleven”.',
    '.t3': 'Make this red.',
    '.k5': 'Remove this item.',
    '.a1': 'Please write “walls and doors” instead of “walls”.',
    '.a3': 'A new line below this: “It is printed once.”',
    '.p1': '“2012” should be “2011”.',
    '.p3': 'Set this in italics.',
    '.write': 'Underline this.',
  }),
  site('classes', screenPx, 'Petra', {
    '.bar': '“evening classes” should be “night school”.',
    '.hello': '“twelve people” should be “ten people”.',
    '.sign': 'Give this button a green background.',
    '.c2': 'Move this item one place up.',
    '.r4': '“A 03” should be “A 07”.',
    '.e5': 'Set this in bold.',
    '.c6': 'Remove this item.',
    '.half': 'Add “Please ask us.” at the end.',
    '.tram': 'Make this blue.',
    '.bank': 'This is too small.',
  }),
  site('hut', phonePx, 'Reto', {
    '.height': '“2,218” should be “2,281”.',
    '.season': 'Set this in bold.',
    '.winter': 'The lines are too close.',
    '.d1': 'Make this red.',
    '.w2': '“Over the Kargrat” should be “Along the Kargrat”.',
    '.b3': 'Move this item one place up.',
    '.q5': '“5” should be “6”.',
    '.ask': 'This is too small for a button.',
    '.lights': 'A new line below this: “Bring a torch.”',
    '.waste': 'Remove this line.',
  }),
]

function site(id: string, widthPx: number, reviewer: string, wishes: Readonly<Record<string, string>>): Site {
  return { id, widthPx, reviewer, wishes: Object.entries(wishes).map(([on, text]) => ({ on, text })) }
}
