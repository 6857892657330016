package goroutineleak

import (
	"go/ast"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// saidToLiveOn reports whether the documentation of the function that starts a
// goroutine, or of the one that it runs, says that nothing needs to stop it.
func saidToLiveOn(start ssaflow.Start) bool {
	return saysSo(start.Instr.Parent()) || slices.ContainsFunc(start.Bodies, saysSo)
}

func saysSo(fn *ssa.Function) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	decl, ok := fn.Syntax().(*ast.FuncDecl)
	if !ok || decl.Doc == nil {
		return false
	}
	words := strings.FieldsFunc(strings.ToLower(decl.Doc.Text()), func(r rune) bool { return !unicode.IsLetter(r) })
	text := " " + strings.Join(words, " ") + " "
	return slices.ContainsFunc(catalog.LivesOnPhrases, func(phrase string) bool { return strings.Contains(text, " "+phrase+" ") })
}

// tunes reports whether the functions do nothing but work on the runtime, which is
// the process's: they free memory, say.
func tunes(flow *ssaflow.Flow, fns []*ssa.Function) bool {
	return remembersOnly(flow, fns, 1) && slices.ContainsFunc(fns, func(fn *ssa.Function) bool {
		return slices.ContainsFunc(calls(fn), func(call ssa.CallInstruction) bool {
			callee := call.Common().StaticCallee()
			return callee != nil && callee.Package() != nil && callee.Package().Pkg.Path() == "runtime/debug"
		})
	})
}
