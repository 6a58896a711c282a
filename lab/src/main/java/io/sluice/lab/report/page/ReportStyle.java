package io.sluice.lab.report.page;

/** The page's style sheet: one column of text, for light and dark screens and for print. */
final class ReportStyle {
  static final String CSS =
      """
      :root{color-scheme:light dark;--ink:#22272e;--soft:#5b6570;--paper:#fff;--line:#d9dee3;
        --tint:#f4f6f8;--link:#0b62a3;--warn:#9a4a00}
      @media screen and (prefers-color-scheme:dark){
        :root{--ink:#e4e8ec;--soft:#9aa4ae;--paper:#15191e;--line:#2f3740;--tint:#1d232a;
          --link:#7fbdf0;--warn:#ffb070}}
      *{box-sizing:border-box}
      body{margin:0 auto;padding:2rem 1.25rem 4rem;max-width:56rem;background:var(--paper);
        color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI","Helvetica Neue",Arial,
        "Liberation Sans","DejaVu Sans",sans-serif}
      h1{font-size:1.9rem;line-height:1.2;margin:0 0 .6rem}
      h2{font-size:1.35rem;margin:3rem 0 .4rem;padding-top:1rem;border-top:1px solid var(--line)}
      h3{font-size:1rem;margin:1.6rem 0 .4rem}
      p,li,dd{max-width:44rem}
      a{color:var(--link)}
      code{font:.88em ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
      nav ol{columns:2;column-gap:2.5rem;padding-left:1.4rem;margin:.4rem 0}
      nav li{break-inside:avoid;margin:.15rem 0}
      .command{color:var(--soft);margin:0 0 1rem}
      dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1.2rem;margin:.4rem 0}
      dt{color:var(--soft)}
      dd{margin:0}
      .source{color:var(--soft)}
      figure{margin:1.2rem 0 1.6rem}
      figure svg{display:block;max-width:100%;height:auto}
      .scroll{overflow-x:auto}
      figcaption{color:var(--soft);font-size:.9rem;margin-top:.3rem}
      table{border-collapse:collapse;width:100%;font-size:.92rem}
      caption{text-align:left;font-weight:600;padding:.2rem 0 .5rem}
      th,td{text-align:left;vertical-align:top;padding:.4rem .7rem .4rem 0}
      thead th{border-bottom:1.5px solid var(--ink);font-weight:600}
      tbody td,tbody th{border-bottom:1px solid var(--line);font-weight:400}
      tbody th{min-width:12rem}
      .number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
      .differs .ratio,.unexplained{color:var(--warn);font-weight:600}
      @media (max-width:40rem){nav ol{columns:1}}
      @media print{
        body{max-width:none;padding:0;font-size:10.5pt}
        h2{break-after:avoid}
        h3,caption{break-after:avoid}
        figure,tr{break-inside:avoid}
        a{color:inherit;text-decoration:none}
        .files{display:none}}
      """;

  private ReportStyle() {}
}
