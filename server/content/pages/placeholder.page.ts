import type { PageTexts } from './page-text.ts';

/** Placeholder for the game's website, download and redeem pages, which the sandbox does not have. */
export const PLACEHOLDER: PageTexts = {
  'en-US': [
    '{name}',
    "In production, the game's own page opens here: its website, download page, or code redemption form.",
    'This is the sandbox. You can close this window.',
  ],
  'zh-CN': ['{name}', '正式环境中，这里会打开游戏的官网、下载页或礼包码兑换页。', '当前为沙盒环境，您可以关闭此窗口。'],
  'zh-TW': [
    '{name}',
    '正式環境中，這裡會開啟遊戲的官網、下載頁或序號兌換頁面。',
    '目前為沙盒環境，您可以關閉這個視窗。',
  ],
  'zh-HK': [
    '{name}',
    '正式環境中，這裏會打開遊戲的官方網站、下載頁或禮品碼換領頁。',
    '現時為沙盒環境，你可關閉此視窗。',
  ],
  'th-TH': ['{name}', 'ในระบบจริง เว็บไซต์ของเกม หน้าดาวน์โหลด หรือหน้าแลกโค้ดจะเปิดที่นี่', 'นี่คือระบบทดสอบ คุณปิดหน้าต่างนี้ได้'],
  'ja-JP': [
    '{name}',
    '本番環境では、ここにゲームの公式サイト、ダウンロードページ、またはシリアルコードの引き換えページが表示されます。',
    'ここはサンドボックス環境です。このウィンドウは閉じてかまいません。',
  ],
  'vi-VN': [
    '{name}',
    'Trên môi trường chính thức, trang web, trang tải hoặc trang đổi giftcode của game sẽ mở tại đây.',
    'Đây là môi trường thử nghiệm. Bạn có thể đóng cửa sổ này.',
  ],
  'ko-KR': [
    '{name}',
    '실제 환경에서는 게임 공식 사이트, 다운로드 또는 쿠폰 등록 페이지가 열립니다.',
    '현재 샌드박스 환경입니다. 이 창은 닫으셔도 됩니다.',
  ],
  'de-DE': [
    '{name}',
    'Im Echtbetrieb öffnet sich hier die Website des Spiels, die Downloadseite oder die Seite zum Einlösen von Codes.',
    'Dies ist die Testumgebung. Sie können dieses Fenster schließen.',
  ],
};
