package textbook_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/textbook"
)

func parse(t *testing.T, text string) *textbook.Shape {
	t.Helper()
	s, err := textbook.Parse("analyzer/check/shape.txtar", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func render(t *testing.T, text, context, side string) textbook.Source {
	t.Helper()
	cases, err := textbook.Cases([]*textbook.Shape{parse(t, text)})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(cases, func(c textbook.Case) bool { return c.Context.Name == context })
	if i < 0 {
		t.Fatalf("no context %s", context)
	}
	src, err := cases[i].Render(side)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

const waiting = `
title: waits
source: page
-- receiver --
s *{{name "Store"}}
-- params --
{{.StopParam}}
-- decls --
type {{name "Store"}} struct{}
-- bad --
{{.Go}}
	<-time.After(time.Minute) // WANT
	{{.Return}}
{{.EndGo}}
-- good --
<-{{.Done}}
`

func TestRender(t *testing.T) {
	t.Parallel()
	for context, lines := range map[string][]string{
		"lib-function":          {"package service", "type Store struct{}", "func Work(ctx context.Context, s *Store) {", "\tgo func() {", "\t}()"},
		"lib-method":            {"func (s *Store) Work(ctx context.Context) {"},
		"lib-generic":           {"func Work[T any](ctx context.Context, s *Store) {"},
		"lib-helper":            {"\tstep(ctx, s)", "func step(ctx context.Context, s *Store) {"},
		"lib-closure":           {"\tstep := func() {", "\tstep()"},
		"lib-function-caller":   {"func Use(ctx context.Context, s *Store) {", "\tWork(ctx, s)"},
		"lib-function-wg":       {"\tvar group sync.WaitGroup", "\tgroup.Go(func() {", "\t\treturn", "\tgroup.Wait()"},
		"main-function-channel": {"func work(stop <-chan struct{}, s *store) {", "\tstop := make(chan struct{})", "\twork(stop, s)", "\t<-stop"},
		"main-method":           {"func (s *store) work(ctx context.Context) {", "\ts := new(store)", "\ts.work(ctx)"},
		"lib-function-errgroup": {"\t\"golang.org/x/sync/errgroup\"", "\tgroup.Go(func() error {", "\t\treturn nil", "\t_ = group.Wait()"},
	} {
		src := render(t, waiting, context, "bad")
		for _, line := range lines {
			if !strings.Contains(string(src.Text), "\n"+line+"\n") && !strings.HasPrefix(string(src.Text), line) {
				t.Errorf("%s: no line %q in\n%s", context, line, src.Text)
			}
		}
		if len(src.Want) != 1 {
			t.Errorf("%s: %d marked lines", context, len(src.Want))
			continue
		}
		if line := strings.Split(string(src.Text), "\n")[src.Want[0]-1]; strings.TrimSpace(line) != "<-time.After(time.Minute)" {
			t.Errorf("%s: the mark is at %q", context, line)
		}
	}
}

// Axes apply where the shape uses them.
func TestContexts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		waiting: "lib-function-channel lib-function-errgroup main-inline",
		"title: t\nsource: s\n-- bad --\nprintln() // WANT\n-- good --\n":                                      "lib-helper main-inline",
		"title: t\nsource: s\n-- results --\nint\n-- bad --\nreturn 1 // WANT\n-- good --\nreturn 2\n":         "lib-helper !main-inline !lib-function-wg",
		"title: t\nsource: s\nwithout: main -- it is\n-- bad --\nprintln() // WANT\n-- good --\n":              "lib-helper !main-inline !main-function",
		"title: t\nsource: s\n-- bad package --\nfunc main() {} // WANT\n-- good package --\nfunc main() {}\n": "main-package !lib-package !main-package-exported",
	} {
		contexts, err := parse(t, text).Contexts()
		if err != nil {
			t.Fatal(err)
		}
		for name := range strings.FieldsSeq(want) {
			name, without := strings.CutPrefix(name, "!")
			if has := slices.ContainsFunc(contexts, func(c textbook.Context) bool { return c.Name == name }); has == without {
				t.Errorf("%s: applies: %t\n%s", name, has, text)
			}
		}
	}
}

func TestMistakes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"-- bad --\n": "it needs a title",
		"title: t\nsource: s\n-- bad --\nx\n-- good --\n":                     "no line of the bad side ends in",
		"title: t\nsource: s\n-- bad --\nx // WANT\n":                         `no section "good"`,
		"title: t\nsource: s\nwithout: main\n-- bad --\nx // WANT\n":          "want words -- why",
		"title: t\nsource: s\n-- worse --\n":                                  "unknown section",
		"title: t\nsource: s\nwithin: main\n-- bad --\nx // WANT\n-- good --": "unknown",
	} {
		if _, err := textbook.Parse("a/b/c.txtar", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s for\n%s", err, want, text)
		}
	}
}

func TestExpected(t *testing.T) {
	t.Parallel()
	list, err := textbook.ReadExpected(strings.NewReader("shape,contexts,reason\n# comment\na/b/c,main-*,\"later, with the model\"\n"))
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	s := parse(t, waiting)
	s.Analyzer, s.Check, s.Name = "a", "b", "c"
	cases, err := textbook.Cases([]*textbook.Shape{s})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if list[0].Covers(c) != c.Context.Main {
			t.Errorf("%s: covered: %t", c.ID(), list[0].Covers(c))
		}
	}
	if _, err := textbook.ReadExpected(strings.NewReader("a,b,\n")); err == nil {
		t.Error("a line without a reason is taken")
	}
}
