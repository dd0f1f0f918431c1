/**
 * The words and keyboard walks at the top of the public lists of leaked passwords (RockYou, SplashData and NordPass by
 * year, the NCSC's hundred thousand, SecLists' ten thousand), and Chinese patterns from the leaks of CSDN and Tianya.
 * Written by hand, lower case.
 */
const stems = `
password passw0rd passwd pass passwort motdepasse contrasena senha parola hasło haslo mypassword password1 thepassword newpassword
qwerty qwertyuiop qwertyui qwert qwer azerty asdfgh asdfghjkl asdfghjk asdfg asdf zxcvbn zxcvbnm zxcvb zxcv qazwsx qazwsxedc qazxsw
qweasd qweasdzxc qwaszx wsxedc edcrfv rfvtgb poiuyt poiuytrewq lkjhgf lkjhgfdsa mnbvcxz mnbvcx yuiop hjkl uiop ghjkl vbnm tyuiop
qwertz qwertzuiop asdfasdf qwerqwer qweqwe asdasd zxczxc aqswde dsadsa ewqewq fdsa rewq trewq gfdsa hgfdsa vcxz
abc abcd abcde abcdef abcdefg abcdefgh abcabc aabbcc aabbccdd aaa aaaa aaaaa aaaaaa aaaaaaaa bbbbbb zzzzzz xxxxxx xxxx qqqqqq wwwwww
admin administrator adminadmin root toor sysadmin system manager operator guest user test tester testing testtest demo default
login welcome welcometo letmein changeme change temp temporary secret topsecret private access enter open opensesame master mastermind
superuser superman supervisor server service support office company business work workers computer laptop desktop internet network
windows microsoft google facebook twitter linkedin yahoo hotmail gmail myspace youtube instagram snapchat whatsapp wechat weixin tencent
alibaba taobao baidu huawei xiaomi samsung iphone android apple nokia sony playstation xbox nintendo pokemon pikachu mario zelda sonic
iloveyou iloveu ilove loveyou loveme lovely lover loverboy lovers love lovelove mylove truelove forever foreverlove babylove babygirl
babyboy baby babe sweet sweety sweetie sweetheart honey darling angel angels princess prince queen king kitty kitten hellokitty
sunshine sunflower flower flowers rose butterfly rainbow star stars starwars superstar moon moonlight sun sunny summer winter spring
autumn january february march april june july august september october november december monday tuesday wednesday thursday friday
saturday sunday dragon dragons tiger tigers lion lions eagle eagles bear bears wolf wolves panther panthers dolphin dolphins shark
monkey donkey turtle rabbit bunny chicken duck puppy doggy doggie dog cat cats dogs horse horses pony cowboy cowboys snake spider
football soccer baseball basketball hockey tennis golf golfer rugby cricket boxing racing runner swimming skater surfer fishing hunter
hunting yankees lakers celtics steelers packers raiders redsox redskins broncos chelsea arsenal liverpool barcelona realmadrid juventus
manchester united everton celtic rangers ferrari porsche mercedes mustang corvette camaro toyota honda nissan subaru bmw audi jaguar
harley yamaha kawasaki suzuki ducati truck trucker diesel ranger hummer lexus
michael jennifer jordan jessica ashley daniel andrew joshua matthew thomas robert michelle nicole amanda charlie george
william anthony martin andrea melissa samantha hannah steven richard patrick benjamin jonathan nicholas alexander alexandra alexandre
christopher christian christine christina elizabeth victoria stephanie danielle natalie rebecca rachel sarah laura lauren emily emma
olivia sophie sophia isabella madison taylor tyler austin brandon justin kevin brian jason james david john joseph joshua peter paul
mark luke adam eric frank scott ryan sean shannon megan morgan heather tiffany vanessa veronica monica angela barbara maria marie
carlos miguel antonio fernando ricardo eduardo roberto alejandro francisco gabriel rafael diego pablo sergio jorge manuel valentina
natasha svetlana tatiana vladimir dmitry sergey alexey andrey ivan nikita maxim oksana elena olga irina marina
muhammad mohamed ahmed ali hassan hussein fatima khan singh kumar sharma patel priya rahul anjali
wang wangwei zhang zhangwei liwei lina wangfang zhangli lijie chen chenwei liu liuyang yang huang zhao zhaolei zhou wu xu sun zhu ma
woaini woaiwo woaiwojia woaini1314 wodemima mima nihao wobuzhidao woshishui woshiwo aini ainiyiwannian baobei laopo laogong zhongguo
beijing shanghai guangzhou shenzhen hangzhou china chinese caonima tamade niubi shuaige meinv xiaoming xiaohong xiaoli dadada
hello hellohello helloworld hithere hi goodbye goodluck thankyou thanks please whatever nothing something anything
jesus jesuschrist christ god godisgood godbless heaven faith hope grace blessed blessing church trinity amen bible savior spirit
money dollar dollars rich million millionaire gold golden silver diamond diamonds crystal platinum ruby pearl bitcoin
freedom liberty justice peace happy happiness smile smiley funny cool coolguy coolio crazy lucky magic magical mystic wizard merlin
shadow phantom ghost ninja samurai warrior knight soldier marine army navy airforce pirate hacker killer assassin sniper batman
spiderman ironman hulk thor wolverine joker robin matrix terminator predator gandalf frodo hobbit aragorn legolas potter harrypotter
voldemort hogwarts startrek spock kirk picard enterprise stargate doctorwho sherlock
pepper ginger cookie cookies chocolate candy sugar cherry strawberry banana orange lemon peaches apples coffee cheese pizza burger
chicken pumpkin peanut butter muffin cupcake snickers cocacola pepsi whiskey vodka tequila budweiser corona beer wine
purple yellow green blue red black white silver pink brown orange blackjack redrum bluesky greenday
metallica nirvana eminem slipknot acdc beatles ledzeppelin pinkfloyd ironmaiden linkinpark blink shakira rihanna beyonce madonna
elvis prince music guitar drummer piano singer dancer dancing rockstar rocknroll hiphop rapper
buster bailey maggie max bella lucy molly daisy lady sadie sophie chloe oscar toby jake rocky bandit sammy shelby simba smokey tigger
snoopy garfield scooby scoobydoo mickey minnie donald goofy winnie piglet barney elmo tweety bugsbunny dexter homer bart simpsons
trustno onelove nopassword noaccess letmeinnow opendoor iamgod iamthebest thebest number numberone first last winner champion victory
power powerful strong thunder lightning storm fire firebird phoenix ice snow snowman snowball rain water ocean beach island paradise
hawaii florida texas california newyork london paris berlin madrid moscow tokyo canada america american england france germany
brazil mexico india pakistan indonesia philippines vietnam korea japan russia ukraine poland turkey egypt africa australia
family mother father mommy daddy mama papa sister brother friends friend friendship bestfriend grandma grandpa children
student school college university teacher science history english chemistry biology physics mathematics
doctor nurse police fireman lawyer engineer driver pilot captain sailor farmer builder chief boss
junior senior little big bigboy biggie littleone lilman shorty sexy sexygirl hottie hotgirl hotstuff beautiful pretty cutie cutiepie
player gamer gameover games gaming minecraft fortnite roblox counterstrike halo warcraft starcraft diablo runescape callofduty
asshole fuckyou fuckoff fuck fucker bitch bullshit biteme shithead pussy hooters bigdick playboy penthouse
ab abab abc123abc a1b2c3 a1b2c3d4 q1w2e3 q1w2e3r4 q1w2e3r4t5 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 zaq1xsw2 zaq12wsx qaz123 qwe123
asd123 zxc123 abc123 aa123456 a123456 a12345678 a123456789 q123456 z123456 w123456 123qwe 123abc 123asd 12qwaszx 123qweasd 123456a 123456q
123456abc 123456aa 1234qwer 12345qwert 0987654321 987654321 654321 54321 4321 321321 123123 123321 112233 121212 131313 159753 147258
147258369 1314520 5201314 520520 666666 888888 111111 000000 222222 333333 555555 777777 999999 101010 123654 456789 789456 789456123
01234567 012345 1111 2222 3333 4444 5555 6666 7777 8888 9999 0000 1212 1313 2020 2021 2022 2023 2024 2025 2026
creative inspired diamondback scorpion cobra viper falcon hawk raven phoenix1 griffin unicorn mermaid fairy tinkerbell vampire zombie
trinity morpheus neo cyber cyborg robot robotics galaxy universe planet saturn jupiter mercury venus apollo zeus athena hercules
chester cooper tucker murphy casey riley logan hunter1 parker carter mason dakota sierra savannah brooklyn cheyenne
nascar dale earnhardt wrestling wwe undertaker batista cena stonecold rock goldberg sting
qwerty1 letmein1 welcome1 monkey1 dragon1 iloveyou1 admin1 admin123 root123 test1 guest1 user1 pass1 pass123 abcd1234 aaaa1111
`

/** The most frequent endings of these words in the same lists. */
const endings = ['', '1', '12', '123', '1234'] as const

const words = [...new Set(stems.split(/\s+/).filter((stem) => stem !== ''))]

/** More than three thousand passwords that an attacker tries first, in lower case. Source: trust.md row 5 */
export const commonPasswords: ReadonlySet<string> = new Set(
  words.flatMap((stem) => endings.map((ending) => stem + ending)),
)
