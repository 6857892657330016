package audit_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	output "github.com/lifecyclelint/lifecyclelint/internal/output/audit"
)

// probe types into the search field and writes down what remains visible.
const probe = `<script>
addEventListener('load', async () => {
  const shown = () => [...document.querySelectorAll('.item')].filter(e => !e.hidden).length;
  const set = (id, v) => { const e = document.getElementById(id); e.value = v; e.dispatchEvent(new Event('input')); };
  const log = [shown()];
  set('q', 'never ends'); log.push(shown());
  set('q', ''); set('severity', 'low'); log.push(shown());
  set('severity', ''); set('value', 'partly'); log.push(shown());
  set('value', ''); log.push(shown());
  const root = document.documentElement;
  for (const width of [1264, 375]) { // what a small screen and a phone have room for
    root.style.width = width + 'px';
    if (root.scrollWidth > Math.max(width, root.clientWidth)) log.push('wider than', width);
    const wide = [...document.querySelectorAll('main *')].filter(e => !e.closest('.scroll, pre') && e.getBoundingClientRect().right > width + 1);
    if (wide.length) log.push('wider than', width, wide[0].outerHTML);
  }
  root.style.width = '';
  let axed = 'none';
  if (window.axe) {
    const r = await axe.run();
    axed = r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html).join(' ')).join('\n') || 'clean';
  }
  const p = document.createElement('pre');
  p.id = 'probe'; p.textContent = 'shown ' + log.join(' ') + ' axe ' + axed + ' end';
  document.body.append(p);
});
</script>`

// TestBrowser opens the report in a browser: it loads without an error, filters,
// and axe finds nothing to say, if LIFECYCLELINT_AXE names its script.
func TestBrowser(t *testing.T) {
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("there is no chromium")
	}
	t.Parallel()
	var out bytes.Buffer
	if err := output.HTML(&out, sample(t)); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	if name := os.Getenv("LIFECYCLELINT_AXE"); name != "" {
		axe, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		page += "<script>" + string(axe) + "</script>"
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "report.html")
	if err := os.WriteFile(file, []byte(page+probe), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--user-data-dir="+filepath.Join(dir, "profile"),
		"--enable-logging=stderr", "--window-size=1264,900", "--virtual-time-budget=20000", "--dump-dom", "file://"+file)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	dom, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	for line := range strings.Lines(stderr.String()) {
		if strings.Contains(line, "CONSOLE") {
			t.Errorf("the browser says: %s", line)
		}
	}
	_, result, ok := strings.Cut(string(dom), `<pre id="probe">`)
	result, _, _ = strings.Cut(result, "</pre>")
	if !ok {
		t.Fatal("the page's scripts did not run")
	}
	counts, axed, _ := strings.Cut(result, " axe ")
	if want := "shown 11 1 7 8 11"; counts != want {
		t.Errorf("filtering shows %q, want %q", counts, want)
	}
	if axed != "none end" && axed != "clean end" {
		t.Errorf("axe says:\n%s", axed)
	}
}
