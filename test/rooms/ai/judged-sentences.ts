/** A sentence, the passage that it is judged by, and what else its source says of itself. */
export type JudgedSentence = readonly [sentence: string, passage: string, context?: string];

const fitbit = "In January 2021 Google bought Fitbit for 2.1 billion dollars.";
const goals = "Ben scored 7 goals and Anna scored 5 goals.";
const city = "The city has 3,214,000 people who live in its limits.";
const stadia = "Stadia is launching with 22 games, Google said on Monday.";
const lid = "This lid is not leakproof and will not prevent spills.";
const talkspace = "If you pay out-of-pocket Talkspace therapy plans begin at $69/week.";
const jury = "Webb confessed to the crime and the jury took just 15 minutes to find him guilty.";
const pickle = "Warning: The pickle module is not secure. Only unpickle data you trust.";
const lloyd =
  "Emirates will take 30 Boeing 787-9 jets worth $8.8 billion and cut its order of the 777X to 126 from 150.";
const titan =
  "Titan's surface is mostly plains (covering 65 percent of the surface), with dunes on 17 percent.";
const columns = "A table cannot have more than 1600 columns.";

/** What the passages say, in their words or in others. */
export const trueSentences: readonly JudgedSentence[] = [
  ["2 Martin Truex Jr. 5030 5", "1 Kyle Busch 5035 0\n2 Martin Truex  Jr. 5030 5"],
  ["In 2019 it had 23 games.", "It had 23 games in 2019."],
  ["MP3s are played as well.", "Every MP3 is played as well as a WAV."],
  ["It opened in March 2020.", "It opened on March 3, 2020, and closed in June 2021."],
  ["Google bought Fitbit in 2021.", fitbit],
  ["Fitbit was bought by Google.", fitbit],
  ["In 2021, Fitbit was bought by Google for $2.1 billion.", fitbit],
  ["Google bought Fitbit for about 2 billion dollars.", fitbit],
  ["Google paid more than 2 billion dollars when it bought Fitbit.", fitbit],
  ["Google bought Fitbit.", "Fitbit was bought by Google in 2021."],
  ["About 3.2 million people live there.", city],
  ["3.2 million people live in the city.", city],
  ["More than 3 million people live in the city.", city],
  ["The city has 3214000 people.", city],
  ["The city has nearly 3.3 million people.", "The city has 3,290,000 people."],
  ["Stadia launches with 22 games.", stadia],
  ["Stadia was launched with twenty-two games.", stadia],
  ["Three of them were launch titles.", "Three titles of them were there at launch."],
  ["There were 3 launch titles.", "Three titles were there at launch."],
  ["The lid is not leakproof.", lid],
  ["The lid will not prevent spills.", lid],
  ["Anna scored 5 goals, while Ben scored 7 goals.", goals],
  ["Ben scored 7 goals.", goals],
  ["Anna scored five goals.", goals],
  ["Die Bank wurde 1987 in Köln gegründet.", "1987 wurde die Bank in Köln gegründet."],
  ["Fitbit wurde von Google gekauft.", "Google hat Fitbit gekauft."],
  ["Der Umsatz stieg auf 3,2 Millionen Euro.", "Der Umsatz ist auf 3,2 Millionen Euro gestiegen."],
  ["Rund 3 Millionen Menschen leben in der Stadt.", "In der Stadt leben 3.214.000 Menschen."],
  ["He moved to Paris from Berlin.", "He moved from Berlin to Paris in 1990."],
  ["The European Union agreed on Tuesday.", "The EU agreed on Tuesday."],
  ["The EU agreed on Tuesday.", "The European Union agreed on Tuesday."],
  ["The report was published on 12 March 2019.", "Published 2019-03-12: the report."],
  ["The meeting ended on 2019-03-12.", "The meeting ended on March 12, 2019."],
  ["The meeting ended in March 2019.", "The meeting ended on 12.03.2019."],
  ["Sunnis and Shiites split over politics.", "Shiites and Sunnis split over politics."],
  ["Java is faster than Python.", "In this test Java is faster than Python."],
  ["Cupertino is the seat of Apple.", "Apple, seated in Cupertino, makes phones."],
  [
    "The default is 10 listeners.",
    "By default EventEmitters will print a warning if more than 10 listeners are added.",
  ],
  ["More than 5,000 people came.", "5,035 people came."],
  ["If you pay out-of-pocket, Talkspace therapy plans begin at 69 dollars a week.", talkspace],
  ["96 percent of customers see no change.", "96% of customers will see no change to their bill."],
  ["イベントは2019年3月に東京で開催された。", "このイベントは東京で2019年3月に開催されました。"],
  ["東京は日本の首都である。", "日本の首都は東京です。"],
  ["La empresa fue fundada en 1998 por Ana Ruiz.", "Ana Ruiz fundó la empresa en 1998."],
  ["Une personne sur 3 possède un chat.", "En France, une personne sur trois possède un chat."],
  ["The jury needed 15 minutes to find Webb guilty.", jury],
  ["The jury found Webb guilty in 15 minutes.", jury],
  ["Webb confessed to the crime.", jury],
  [
    "Grants of up to $20,000 go to homeowners.",
    "Grants are up to $20,000 to fix structural issues for homeowners.",
  ],
  [
    "Ivan Braiker was the CEO of Hipcricket.",
    "Ivan served as the CEO of Hipcricket, a mobile marketing company which Braiker founded.",
  ],
  ["Data should only be unpickled when it is trusted.", pickle],
  ["The pickle module is not secure.", pickle],
  ["Emirates cuts its order of the 777X from 150 to 126.", lloyd],
  ["Emirates will take 30 jets of the type Boeing 787-9.", lloyd],
  ["The 30 Boeing 787-9 jets are worth $8.8 billion.", lloyd],
  ["Plains cover 65 percent of the surface of Titan.", titan],
  ["65 % of Titan's surface is plains.", titan],
  ["Dunes cover 17 percent of Titan.", titan],
  ["A PostgreSQL table may have at most 1,600 columns.", columns, "PostgreSQL limits"],
  ["A table has no more than 1600 columns.", columns],
  [
    "Read Committed is PostgreSQL's default isolation level.",
    "Read Committed is the default isolation level in PostgreSQL.",
  ],
  ["The server listens on port 8000 by default.", "The server listens to port 8000 by default."],
];

/** What they do not say: a number, a date, a name or its part changed, turned round, or made up. */
export const falseSentences: readonly JudgedSentence[] = [
  ["2 Martin Truex Jr. 5035 0", "1 Kyle Busch 5035 0\n2 Martin Truex Jr. 5030 5"],
  ["Truex 5030 5 2", "1 Kyle Busch 5035 0\n2 Martin Truex Jr. 5030 5"],
  [
    "Raises an auditing event sqlite6.connect with argument database.",
    "Raises an auditing event sqlite3.connect with argument database.",
  ],
  ["The SM9dB has a built-in preamp.", "The SM7dB has a built-in preamp, unlike the 9dB pad."],
  [
    "He visited his local doctor in November 2019.",
    "He visited his local doctor in November 2017. The report appeared in October 2019.",
  ],
  ["It opened on March 3, 2021.", "It opened on March 3, 2020, and closed in June 2021."],
  ["Fitbit bought Google in 2021.", fitbit],
  ["Google was bought by Fitbit.", fitbit],
  ["Google bought Fitbit in 2020.", fitbit],
  ["Google bought Fitbit for 2.2 billion dollars.", fitbit],
  ["Google bought Fitbit for 2.1 million dollars.", fitbit],
  ["Google bought Fitbit for 2.1 billion euros.", fitbit],
  ["Google sold Nest Labs in 2021.", fitbit],
  ["Fitbit bought Google.", "Fitbit was bought by Google in 2021."],
  ["About 3.4 million people live there.", city],
  ["More than 4 million people live in the city.", city],
  ["The city has 3,215,000 people.", city],
  ["Less than 3 million people live in the city.", city],
  ["Stadia launches with 23 games.", stadia],
  ["Stadia launches with twelve games.", stadia],
  ["The lid is leakproof.", lid],
  ["The lid will prevent spills.", lid],
  ["Anna scored 7 goals, while Ben scored 5 goals.", goals],
  ["Die Bank wurde 1988 in Köln gegründet.", "1987 wurde die Bank in Köln gegründet."],
  ["Fitbit hat Google gekauft.", "Google hat Fitbit gekauft."],
  ["He moved from Paris to Berlin.", "He moved from Berlin to Paris in 1990."],
  ["The meeting ended on 13 March 2019.", "The meeting ended on March 12, 2019."],
  ["The meeting ended on 12 May 2019.", "The meeting ended on March 12, 2019."],
  ["Isabelle Huppert directed Marion Cotillard.", "Marion Cotillard directed Isabelle Huppert."],
  ["Berlin beat Munich by two goals.", "Munich beat Berlin by two goals."],
  ["Python is faster than Java.", "Java is faster than Python in this test."],
  ["More than 6,000 people came.", "5,035 people came."],
  ["The plan costs $69 per week.", talkspace],
  ["Therapy plans of Talkspace begin at 69 dollars a week.", talkspace],
  ["The plan costs €69 per week.", talkspace],
  ["Talkspace plans begin at $69 a month.", talkspace],
  ["4% of customers see no change.", "96% of customers will see no change to their bill."],
  ["イベントは2020年3月に東京で開催された。", "このイベントは東京で2019年3月に開催されました。"],
  ["La empresa fundó a Ana Ruiz en 1999.", "Ana Ruiz fundó la empresa en 1998."],
  ["The jury needed 50 minutes to find Webb guilty.", jury],
  ["Emirates raises its order of the 777X from 126 to 150.", lloyd],
  ["Plains cover 17 percent of the surface of Titan.", titan],
  ["A table can have 1600 rows and indexes of every tenant.", "A column has a name."],
  ["The pickle module is secure.", pickle],
];
