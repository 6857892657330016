// Package platformexec is the check sigkill/platform-exec: program that is missing on
// many systems is run, and its error is ignored.
package platformexec

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed platformexec.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of sigkill.
var Check = &check.Check{
	Slug:       "platform-exec",
	Title:      "program that is missing on many systems is run, and its error is ignored",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Imports:    []string{"os/exec"},
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	out, err := exec.Command("lsof", "-t", "-i", ":"+port).Output()
//	if err != nil {
//		return nil
//	}
//
// and the same with the error in the blank identifier. The error may go anywhere else:
// returned, logged, compared, followed by another attempt. Safe is what looks for the
// program first.
func run(p *check.Pass) {
	for cur, to := range calls.All(p.Pass) {
		if p.Quiet(cur.Node().Pos()) {
			continue
		}
		if _, ok := catalog.Commands[to.Name]; !ok {
			continue
		}
		c := process.CommandOf(p, cur)
		if c == nil || !catalog.PlatformTools[c.Tool] {
			continue
		}
		if s := swallowed(p, cur); s != nil {
			reportPlatform(p, cur, c, s)
		}
	}
}

func reportPlatform(p *check.Pass, cur inspector.Cursor, c *process.Command, s *swallow) {
	call := cur.Node().(*ast.CallExpr)
	if at := looksFirst(p, cur, c); at != nil {
		p.Safe(call, c.Tool, verdict.Handled, at.Pos())
		return
	}
	if at, ok := p.Wanted(call, "best effort"); ok {
		p.Safe(call, c.Tool, verdict.Wanted, at)
		return
	}
	var doubts []check.Doubt
	if s.forEffect() {
		doubts = append(doubts, check.Doubting(verdict.NothingWon, s.at.Pos()))
	}
	if onlyHere(p, cur) || constrained(p, cur) {
		doubts = append(doubts, check.Doubting(verdict.OneSystem, call.Pos()))
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("this has no effect where %s is missing or differs, as on many systems and images: its error is ignored at %s",
			c.Tool, p.Where(s.at.Pos(), call.Pos())),
		Trace:  []check.Hop{{Pos: s.at.Pos(), Message: "the error is ignored here"}},
		Doubts: doubts,
		Fix:    fixPlatform(p, cur, c, s),
	})
}

// fixPlatform lets the failure out: where the tool was to free a port, by waiting
// for the port instead; else by returning that the program is missing, or by
// logging it where nothing is returned.
func fixPlatform(p *check.Pass, cur inspector.Cursor, c *process.Command, s *swallow) *edit.Fix {
	if s.branch == nil {
		return fixUnnamed(p, c, s)
	}
	stmt := s.branch.Body.List[0]
	if fix := fixPort(p, cur, c, stmt); fix != nil {
		return fix
	}
	e := p.Edit(stmt.Pos())
	ret, ok := stmt.(*ast.ReturnStmt)
	if n := 0; ok {
		if n = len(ret.Results); n > 0 && isError(p, cur, n) {
			errors, exec := e.Import(stmt.Pos(), "errors", "errors"), edit.ImportName(p.Pass, stmt.Pos(), "os/exec")
			last := ret.Results[n-1]
			e.Before(stmt, fmt.Sprintf("if %s.Is(%s, %s.ErrNotFound) {", errors, s.err.Name(), exec),
				"\t"+e.Text(ret.Pos(), last.Pos())+s.err.Name(), "}")
			return e.Fix("Return the error when "+c.Tool+" is missing", "a missing "+c.Tool+" is an error")
		}
	}
	slog := e.Import(stmt.Pos(), "log/slog", "slog")
	e.Before(stmt, fmt.Sprintf("%s.Warn(%q, \"err\", %s)", slog, "cannot run "+c.Tool, s.err.Name()))
	return e.Fix("Log that "+c.Tool+" failed", "")
}

// fixUnnamed gives an error that is dropped a name, and logs it.
func fixUnnamed(p *check.Pass, c *process.Command, s *swallow) *edit.Fix {
	stmt := s.run.Node()
	e := p.Edit(stmt.Pos())
	if _, alone := s.run.Parent().Node().(*ast.BlockStmt); !alone {
		return nil
	}
	slog := e.Import(stmt.Pos(), "log/slog", "slog")
	warn := fmt.Sprintf("%s.Warn(%q, \"err\", err)", slog, "cannot run "+c.Tool)
	title := "Log that " + c.Tool + " failed"
	assign, ok := stmt.(*ast.AssignStmt)
	if !ok || len(assign.Lhs) == 1 {
		call := stmt
		if ok {
			call = assign.Rhs[0]
		}
		line := "\n" + e.Indent(stmt.Pos())
		e.Replace(stmt.Pos(), stmt.End(), "if err := "+p.Source(call)+"; err != nil {"+line+"\t"+warn+line+"}")
		return e.Fix(title, "")
	}
	if assign.Tok != token.DEFINE || !free(p, stmt, "err") {
		return nil
	}
	e.Replace(s.at.Pos(), s.at.End(), "err")
	e.After(stmt, "if err != nil {", "\t"+warn, "}")
	return e.Fix(title, "")
}

// free reports whether a name means nothing around a statement.
func free(p *check.Pass, stmt ast.Node, name string) bool {
	_, obj := p.Pkg.Scope().Innermost(stmt.Pos()).LookupParent(name, token.NoPos)
	return obj == nil
}

// isError reports whether the last of n results of the function around cur is an
// error.
func isError(p *check.Pass, cur inspector.Cursor, n int) bool {
	fn, ok := astindex.FuncAround(cur)
	if !ok {
		return false
	}
	var sig *types.Signature
	switch fn := fn.Node().(type) {
	case *ast.FuncDecl:
		sig, _ = p.TypesInfo.Defs[fn.Name].Type().(*types.Signature)
	case *ast.FuncLit:
		sig, _ = p.TypesInfo.TypeOf(fn).(*types.Signature)
	}
	return sig != nil && sig.Results().Len() == n && callmatch.IsError(sig.Results().At(n-1).Type())
}
