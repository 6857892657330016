// Package consumers tests the outputs against the parsers of the tools that read them.
package consumers

import (
	"bytes"
	"os/exec"
	"testing"

	"github.com/reviewdog/reviewdog/parser"

	"github.com/lifecyclelint/lifecyclelint/tools/toolbuild"
)

var module = map[string]string{
	"go.mod": "module example.com/m\n\ngo 1.26\n",
	"a/a.go": "package a\n\nimport (\n\t\"context\"\n\t\"time\"\n)\n\nfunc run(ctx context.Context, t *time.Ticker) {\n\tgo func() {\n\t\tfor range t.C {\n\t\t\tprintln()\n\t\t}\n\t}()\n}\n",
	"b/b.go": "package b\n\nimport \"net/http\"\n\nfunc serve(h http.Handler) error {\n\treturn http.ListenAndServe(\":8080\", h)\n}\n",
}

// reviewdog reads what is written for it, as sarif and checkstyle too, with the
// same places, and its own format with the fix.
func TestReviewdog(t *testing.T) {
	t.Parallel()
	tool := toolbuild.Command(t)
	dir := toolbuild.Module(t, module)
	for _, format := range []string{"rdjsonl", "sarif", "checkstyle"} {
		cmd := exec.Command(tool, "--exit-zero", "--format", format, "./...")
		cmd.Dir, cmd.Env = dir, toolbuild.Environ()
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		p, err := parser.New(&parser.Option{FormatName: format})
		if err != nil {
			t.Fatal(err)
		}
		list, err := p.Parse(bytes.NewReader(out))
		if err != nil {
			t.Fatalf("%s: %v\n%s", format, err, out)
		}
		places := make(map[string]int32)
		suggestions := 0
		for _, d := range list {
			places[d.GetLocation().GetPath()] = d.GetLocation().GetRange().GetStart().GetLine()
			suggestions += len(d.GetSuggestions())
		}
		if len(list) != 2 || places["a/a.go"] != 10 || places["b/b.go"] != 6 {
			t.Errorf("%s: %v", format, list)
		}
		if format == "rdjsonl" && suggestions == 0 {
			t.Errorf("no suggestion in\n%s", out)
		}
	}
}
