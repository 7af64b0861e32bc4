import type { PageTexts } from './page-text.ts';

export const ABOUT: PageTexts = {
  'en-US': [
    'About us',
    'Aurora Gate is the home of Lantern Isles and Iron Comet. We make games that friends keep coming back to. This is where you top up, read the news, and manage your account.',
    'Everything you buy here is made and delivered by us. There are no resellers in between.',
  ],
  'zh-CN': [
    '关于我们',
    'Aurora Gate 是《Lantern Isles》与《Iron Comet》的官方平台。我们制作适合好友结伴同玩、常玩常新的游戏。您可以在本站充值、查看新闻、管理账号。',
    '本站所有商品均由我们自行制作并直接发放，没有任何中间商。',
  ],
  'zh-TW': [
    '關於我們',
    'Aurora Gate 是《Lantern Isles》與《Iron Comet》的官方平台。我們製作讓人想和好友一玩再玩的遊戲。您可以在本站儲值、閱讀新聞、管理帳號。',
    '本站所有商品都由我們自行製作並直接發送，沒有任何中間商。',
  ],
  'zh-HK': [
    '關於我們',
    'Aurora Gate 是《Lantern Isles》及《Iron Comet》的官方平台。我們製作的遊戲，讓人想與朋友一玩再玩。你可在本網站增值、查看消息及管理帳戶。',
    '本網站所有商品均由我們製作及直接派發，不經任何轉售商。',
  ],
  'th-TH': [
    'เกี่ยวกับเรา',
    'Aurora Gate คือบ้านของ Lantern Isles และ Iron Comet เราสร้างเกมที่ชวนเพื่อน ๆ กลับมาเล่นด้วยกันเสมอ เว็บไซต์นี้คือที่สำหรับเติมเงิน อ่านข่าว และจัดการบัญชี',
    'ทุกอย่างที่คุณซื้อที่นี่ เราสร้างเองและส่งเข้าเกมเอง ไม่มีคนกลาง',
  ],
  'ja-JP': [
    '会社概要',
    'Aurora Gateは『Lantern Isles』と『Iron Comet』を運営しています。仲間とともに長く楽しめるゲームをお届けします。このサイトでは、チャージ、ニュースの閲覧、アカウントの管理ができます。',
    'このサイトの商品は、すべて当社が制作し、直接お届けします。仲介業者を通すことはありません。',
  ],
  'vi-VN': [
    'Về chúng tôi',
    'Aurora Gate là ngôi nhà của Lantern Isles và Iron Comet. Chúng tôi làm những tựa game để bạn bè cùng gắn bó lâu dài, và đây là nơi người chơi nạp tiền, đọc tin tức và quản lý tài khoản.',
    'Mọi thứ bạn mua ở đây đều do chúng tôi làm ra và trực tiếp giao, không qua trung gian.',
  ],
  'ko-KR': [
    '회사 소개',
    'Aurora Gate는 Lantern Isles와 Iron Comet을 서비스합니다. 친구들과 오래 함께할 수 있는 게임을 만듭니다. 이 사이트에서 충전, 소식 확인, 계정 관리를 할 수 있습니다.',
    '이곳에서 판매하는 모든 상품은 저희가 직접 만들고 지급하며, 중간 판매자를 거치지 않습니다.',
  ],
  'de-DE': [
    'Über uns',
    'Aurora Gate ist die Heimat von Lantern Isles und Iron Comet. Wir machen Spiele, zu denen man mit Freunden immer wieder zurückkehrt. In diesem Portal können Sie aufladen, News lesen und Ihr Konto verwalten.',
    'Alles, was Sie hier kaufen, stammt von uns und wird von uns geliefert. Zwischenhändler gibt es nicht.',
  ],
};
