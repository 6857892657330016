package directive

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"
	"time"
)

const src = `package p

func f() {
	//lifecyclelint:ignore a/b -- on its own line
	g()
	g() //lifecyclelint:ignore a -- at the end
	//lifecyclelint:ignore a/b,c/d until=2027-01-31 -- two, with a date
	// and a second line
	g()
	//lifecyclelint:ignore a/b
	g()
	//lifecyclelint:ignore -- no check
	g()
	//lifecyclelint:ignore a/b until=soon -- bad date
	g()
	//nolint:errcheck,lifecyclelint // reason
	g()
	//nolint:errcheck
	g()
	//lifecyclelint:ignored a/b -- another word
	g()
	// lifecyclelint:ignore a/b -- a blank too many
	g()
	// lifecyclelint:ignore is not a directive here
	g()
}
`

func parseSource(t *testing.T) []*Directive {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return Parse(fset, file)
}

func TestParse(t *testing.T) {
	t.Parallel()
	want := []struct {
		line, target int
		checks       string
		until        string
		err          string
	}{
		{4, 5, "a/b", "", ""},
		{6, 6, "a", "", ""},
		{7, 9, "a/b c/d", "2027-01-31", ""},
		{10, 11, "a/b", "", "gives no reason"},
		{12, 13, "", "", "names no check"},
		{14, 15, "a/b", "", "not a date"},
		{16, 17, "*", "", ""},
		{22, 23, "", "", "a blank follows the slashes"},
	}
	got := parseSource(t)
	if len(got) != len(want) {
		t.Fatalf("%d directives, want %d", len(got), len(want))
	}
	for i, w := range want {
		d := got[i]
		until := ""
		if !d.Until.IsZero() {
			until = d.Until.Format(time.DateOnly)
		}
		if d.Line != w.line || d.Target != w.target || strings.Join(d.Checks, " ") != w.checks || until != w.until {
			t.Errorf("directive %d is %+v, want %+v", i, d, w)
		}
		if (d.Err == nil) != (w.err == "") || d.Err != nil && !strings.Contains(d.Err.Error(), w.err) {
			t.Errorf("directive %d: error %v, want %q", i, d.Err, w.err)
		}
	}
}

func TestCovering(t *testing.T) {
	t.Parallel()
	day := func(s string) time.Time {
		d, err := time.Parse(time.DateOnly, s)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, tt := range []struct {
		id   string
		file string
		line int
		now  string
		want bool
	}{
		{"a/b", "p.go", 5, "2026-01-01", true},
		{"a/c", "p.go", 5, "2026-01-01", false},
		{"a/b", "q.go", 5, "2026-01-01", false},
		{"a/b", "p.go", 4, "2026-01-01", false},
		{"a/c", "p.go", 6, "2026-01-01", true},
		{"c/d", "p.go", 9, "2027-01-31", true},
		{"c/d", "p.go", 9, "2027-02-01", false},
		{"a/b", "p.go", 11, "2026-01-01", false},
		{"a/b", "p.go", 15, "2026-01-01", false},
		{"x/y", "p.go", 17, "2026-01-01", true},
	} {
		if got := len(Covering(parseSource(t), []string{tt.id}, tt.file, tt.line, day(tt.now))); (got == 1) != tt.want {
			t.Errorf("%+v: covered by %d directives", tt, got)
		}
	}
}
