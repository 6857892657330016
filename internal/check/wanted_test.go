package check

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// TestWanted judges the call of work and, in cases with a mark, the goroutine, the loop or
// the declaration around it.
func TestWanted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, src string
		of        func(ast.Node) bool
		want      bool
	}{
		{"above", "func f() {\n// Must outlive the request.\nwork()\n}", call, true},
		{"above, further off", "func f() {\n// Must outlive the request.\n\nwork()\n}", call, false},
		{"above another statement", "func f() {\n// On purpose.\nother()\nwork()\n}", call, false},
		{"a directive's reason", "func f() {\n//lifecyclelint:ignore a/b -- on purpose\nwork()\n}", call, false},
		{"a wish", "func f() {\nwork() // we don't want to interrupt this\n}", call, true},
		{"behind", "func f() {\nwork() // detached on purpose\n}", call, true},
		{"not to be interrupted", "func f() {\nwork() // we do not want to interrupt this operation\n}", call, true},
		{"behind the last line", "func f() {\nwork(\n1,\n) // intentionally\n}", call, true},
		{"inside", "func f() {\nwork(\n// Deliberately empty.\n1)\n}", call, true},
		{"a word of the subject", "func f() {\n// Starts with a background context; no cancel.\nwork()\n}", call, false},
		{"to be done", "func f() {\n// TODO: intentionally without a deadline for now.\nwork()\n}", call, false},
		{"to be done, below", "func f() {\n// On purpose.\n// FIXME(me) when there is time.\nwork()\n}", call, false},
		{"context.TODO is no promise", "func f() {\n// context.TODO() by design.\nwork()\n}", call, true},
		{"negated", "func f() {\n// This is not intentional.\nwork()\n}", call, false},
		{"negated, short", "func f() {\n// This isn't by design.\nwork()\n}", call, false},
		{"unintentional", "func f() {\n// unintentionally\nwork()\n}", call, false},
		{"open", "func f() {\n// It may outlive the request.\nwork()\n}", call, false},
		{"over the if", "func f() {\n// On purpose.\nif err := work(); err != nil {\n}\n}", call, true},
		{"over the condition", "func f(ok bool) {\n// On purpose.\nif ok {\nwork()\n}\n}", call, true},
		{"over the condition, not first", "func f(ok bool) {\n// On purpose.\nif ok {\nother()\nwork()\n}\n}", call, false},
		{"in an argument's body", "func f() {\nwork(func() {\nother() // error ignored intentionally\n})\n}", call, false},
		{"around the call", "func f() {\ngo func() { // on purpose\nwork()\n}()\n}", call, false},
		{"above the goroutine", "func f() {\n// Fire and forget.\ngo func() {\nwork()\n}()\n}", goStmt, true},
		{"in the first line of the goroutine", "func f() {\ngo func() { // lives as long as the process\nwork()\n}()\n}", goStmt, true},
		{"first in the goroutine", "func f() {\ngo func() {\n// Lives as long as the process.\nwork()\n}()\n}", goStmt, true},
		{"deep in the goroutine", "func f() {\ngo func() {\nother()\n// Not checked on purpose.\nwork()\n}()\n}", goStmt, false},
		{"documentation", "// f never stops by design.\nfunc f() {\nwork()\n}", decl, true},
		{"documentation of what is around", "// f never stops by design.\nfunc f() {\nwork()\n}", call, false},
		{"field", "type t struct {\na int\nb int // on purpose\n}", field("b"), true},
		{"field above", "type t struct {\na int // on purpose\nb int\n}", field("b"), false},
		{"variable", "var (\na = 1\n// Intentionally unbuffered.\nwork = 2\n)", spec("work"), true},
	} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "a.go", "package a\n\n"+c.src+"\n", parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		p := &Pass{Pass: &analysis.Pass{Fset: fset, Files: []*ast.File{file}}}
		found := false
		ast.Inspect(file, func(n ast.Node) bool {
			if found || n == nil || !c.of(n) {
				return !found
			}
			found = true
			if pos, got := p.Wanted(n); got != c.want || got != pos.IsValid() {
				t.Errorf("%s: %v, want %v", c.name, got, c.want)
			}
			return false
		})
		if !found {
			t.Errorf("%s: the node is not found", c.name)
		}
	}
}

func call(n ast.Node) bool {
	c, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	id, ok := c.Fun.(*ast.Ident)
	return ok && id.Name == "work"
}

func goStmt(n ast.Node) bool { _, ok := n.(*ast.GoStmt); return ok }

func decl(n ast.Node) bool { _, ok := n.(*ast.FuncDecl); return ok }

func field(name string) func(ast.Node) bool {
	return func(n ast.Node) bool { f, ok := n.(*ast.Field); return ok && f.Names[0].Name == name }
}

func spec(name string) func(ast.Node) bool {
	return func(n ast.Node) bool { s, ok := n.(*ast.ValueSpec); return ok && s.Names[0].Name == name }
}
