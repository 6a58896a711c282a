package io.sluice.lab.report.page;

/**
 * The page's style sheet, for light and dark screens, telephones and print. Its colours are those
 * of the theatre's page; agreement is said in words, and colour only repeats it.
 */
final class ReportStyle {
  static final String CSS =
      """
      :root{color-scheme:light dark;--ink:#22272e;--soft:#5b6570;--paper:#fff;--line:#d9dee3;
        --tint:#f4f6f8;--link:#0b62a3;--warn:#b84a00;--good:#00704f}
      @media screen and (prefers-color-scheme:dark){
        :root{--ink:#e4e8ec;--soft:#9aa4ae;--paper:#15191e;--line:#2f3740;--tint:#1d232a;
          --link:#7fbdf0;--warn:#ff9152;--good:#35cfa0}}
      *{box-sizing:border-box}
      html{scroll-padding-top:1rem}
      body{margin:0 auto;padding:2rem 1.25rem 4rem;max-width:56rem;background:var(--paper);
        color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI","Helvetica Neue",Arial,
        "Liberation Sans","DejaVu Sans",sans-serif}
      h1{font-size:1.9rem;line-height:1.2;margin:0 0 .6rem}
      h2{font-size:1.35rem;line-height:1.3;margin:0 0 .4rem}
      h3{font-size:1rem;margin:1.6rem 0 .4rem}
      main>section+section{margin-top:3rem;padding-top:1.6rem;border-top:1px solid var(--line)}
      p,li,dd{max-width:44rem;overflow-wrap:break-word}
      a{color:var(--link);text-underline-offset:.15em}
      code{font:.88em ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
      nav h2{font-size:1rem;color:var(--soft)}
      nav ol{columns:2;column-gap:2.5rem;padding-left:1.4rem;margin:.4rem 0 2.4rem}
      nav li{break-inside:avoid;margin:.15rem 0}
      .command{color:var(--soft);margin:0 0 1rem}
      dl{display:grid;grid-template-columns:minmax(6rem,max-content) 1fr;gap:.15rem 1.2rem;
        margin:.4rem 0}
      dt{color:var(--soft)}
      dd{margin:0}
      .source{color:var(--soft)}
      figure{margin:1.2rem 0 1.6rem}
      figure svg{display:block;max-width:100%;height:auto}
      .narrow{display:none}
      .scroll{overflow-x:auto}
      figcaption{color:var(--soft);font-size:.9rem;margin-top:.3rem;max-width:44rem}
      .files{white-space:nowrap}
      table{border-collapse:collapse;width:100%;font-size:.92rem;margin:0 0 1.4rem}
      caption{text-align:left;font-weight:600;padding:.2rem 0 .5rem}
      th,td{text-align:left;vertical-align:top;padding:.4rem .8rem .4rem 0}
      thead th{border-bottom:1.5px solid var(--ink);font-weight:600}
      tbody td,tbody th{border-bottom:1px solid var(--line);font-weight:400}
      tbody th{min-width:11rem}
      .number{text-align:right;font-variant-numeric:tabular-nums}
      td.number{white-space:nowrap}
      td.words{white-space:normal}
      .cards{table-layout:fixed}
      .cards thead th:nth-child(1){width:25%}
      .cards thead th:nth-child(2),.cards thead th:nth-child(3){width:14%}
      .cards thead th:nth-child(4){width:7%}
      .cards thead th:nth-child(5){width:9%}
      .cards tbody th{min-width:0;overflow-wrap:break-word}
      .cards td.number{white-space:normal}
      .verdict{color:var(--good);white-space:nowrap}
      .remark{color:var(--soft)}
      .differs .verdict,.differs .ratio,.unexplained{color:var(--warn);font-weight:600}
      .counts{list-style:none;padding:0;margin:.6rem 0 1.2rem;display:grid;gap:.6rem;
        grid-template-columns:repeat(auto-fit,minmax(17rem,1fr))}
      .counts li{background:var(--tint);border-radius:.5rem;padding:.8rem 1rem}
      .counts strong{display:block;font-size:1.35rem;line-height:1.3}
      .choice{display:flex;flex-wrap:wrap;align-items:center;gap:.2rem .5rem;margin:0 0 .8rem}
      .choice label{margin-right:1rem}
      .summary:has(#rows-differ:checked) .agrees{display:none}
      .summary .group th{padding-top:1.1rem;border-bottom:1px solid var(--ink);font-weight:600}
      .summary .figure{color:var(--soft);font-weight:400}
      .summary .tally{float:right;color:var(--soft);font-weight:400;
        font-variant-numeric:tabular-nums;padding-left:1rem}
      @media screen and (min-width:72rem){
        body{display:grid;grid-template-columns:15rem minmax(0,56rem);column-gap:3rem;
          max-width:78rem}
        header{grid-column:1/-1}
        nav{position:sticky;top:1.5rem;align-self:start;max-height:calc(100vh - 3rem);
          overflow-y:auto;font-size:.88rem;line-height:1.4}
        nav ol{columns:1;padding-left:0;list-style:none}
        nav li{margin:.45rem 0}
        nav a{color:var(--soft);text-decoration:none}
        nav a:hover,nav a:focus{color:var(--link);text-decoration:underline}}
      @media screen and (max-width:44rem){
        body{padding:1.2rem .9rem 3rem}
        h1{font-size:1.6rem}
        nav ol{columns:1}
        dl{display:block}
        dd{margin:0 0 .5rem}
        .wide{display:none}
        .narrow{display:block}
        .narrow svg{margin:0 auto}
        .cards,.cards caption,.cards tbody,.cards tr,.cards th,.cards td{display:block}
        .cards thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
        .cards tr{border-bottom:1px solid var(--line);padding:.5rem 0}
        .cards tbody th,.cards tbody td{border:0;padding:.1rem 0}
        .cards tbody th{font-weight:600}
        .cards td.number{text-align:left;white-space:normal;display:inline-block;
          margin-right:1.1rem}
        .cards td[data-label]::before{content:attr(data-label) " ";color:var(--soft);
          font-weight:400}
        .cards .verdict{display:inline-block}
        .cards .remark:empty{display:none}
        .summary .group th{padding-top:.6rem}
        .summary .tally{float:none;display:block;padding:0}
        .summary:has(#rows-differ:checked) .agrees{display:none}}
      @media print{
        body{max-width:none;padding:0;font-size:10.5pt}
        h2,h3,caption{break-after:avoid}
        figure,tr{break-inside:avoid}
        a{color:inherit;text-decoration:none}
        .files,.choice{display:none}}
      """;

  private ReportStyle() {}
}
