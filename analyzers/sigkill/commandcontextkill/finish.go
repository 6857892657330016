package commandcontextkill

import (
	"fmt"
	"go/ast"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// waitedFor judges a command that is run and waited for in one place. Most lose nothing with their context.
// Some programs complete something when they are asked to end: a recording, which is no file without its
// index, or a lock that other runs wait for.
func waitedFor(p *check.Pass, cur inspector.Cursor, life *process.Life) {
	call := cur.Node().(*ast.CallExpr)
	tool := programOf(p, cur, call.Args[1])
	row, ok := catalog.Finishers[tool]
	if !ok {
		p.Safe(call, life.Name, verdict.Joined, life.Waited.Pos())
		return
	}
	words, last := wordsOf(p, cur)
	if !applies(row.Subcommands, row.Unless, words) || row.File && !file(last) {
		p.Safe(call, life.Name, verdict.Joined, life.Waited.Pos())
		return
	}
	if process.ContextLimited(p, cur, call.Args[0]) {
		p.Safe(call, life.Name, verdict.Limited, call.Args[0].Pos())
		return
	}
	if at, ok := p.Wanted(call); ok {
		p.Safe(call, life.Name, verdict.Wanted, at)
		return
	}
	if row.File && !endsWell(p, cur.Inspector(), life.Waited) {
		life.Doubt(verdict.NothingWon, life.Waited) // what is not finished may not be used
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("%s is killed with SIGKILL when %s is done, before it has %s: Cancel is not set",
			tool, p.Source(call.Args[0]), row.Done),
		Trace:  []check.Hop{{Pos: life.Waited.Pos(), Message: "run here"}},
		Doubts: life.Doubts,
		Fix:    fixGraceful(p, call),
	})
}

// applies reports whether a program is run with one of some subcommands, and none of the flags by which
// nothing is left undone.
func applies(subcommands, unless, words []string) bool {
	return (len(subcommands) == 0 || slices.ContainsFunc(words, func(w string) bool { return slices.Contains(subcommands, w) })) &&
		!slices.ContainsFunc(words, func(w string) bool { return slices.Contains(unless, w) })
}

// file reports whether an argument names a file, as far as can be seen: not the standard output, or an
// address to which a stream is sent.
func file(arg string) bool {
	return arg != "" && arg != "-" && !strings.HasPrefix(arg, "pipe:") && !strings.HasPrefix(arg, "/dev/") && !strings.Contains(arg, "://")
}

// programOf returns the base name of a program: of a constant, of a variable or field that the package sets
// to one, or of a parameter for which a caller passes one.
func programOf(p *check.Pass, cur inspector.Cursor, expr ast.Expr) string {
	for _, value := range append([]ast.Expr{expr}, valuesOf(p, cur, expr)...) {
		tool := path.Base(process.Text(p, value))
		if _, ok := catalog.Finishers[tool]; ok {
			return tool
		}
	}
	return ""
}
