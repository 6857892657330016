package sigkill

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

var platformExec = &check.Check{
	Slug:       "platform-exec",
	Title:      "program that many systems lack is run, and its failure is swallowed",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Imports:    []string{"os/exec"},
	Run:        runPlatformExec,
}

// runPlatformExec reports
//
//	out, err := exec.Command("lsof", "-t", "-i", ":"+port).Output()
//	if err != nil {
//		return nil
//	}
//
// Silent when the error goes anywhere: returned, logged, told apart, followed by
// another attempt; when the program is looked for first; and behind a test of
// the operating system, or in a file for one.
func runPlatformExec(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.CallExpr)(nil)) {
		if p.Quiet(cur.Node().Pos()) {
			continue
		}
		if _, ok := catalog.Commands[callmatch.CalleeName(p.TypesInfo, cur.Node().(*ast.CallExpr))]; !ok {
			continue
		}
		c := commandOf(p, cur)
		if c == nil || !catalog.PlatformTools[c.tool] || onlyHere(p, cur) || looksFirst(p, cur) || constrained(cur) {
			continue
		}
		if s := swallowed(p, cur); s != nil {
			reportPlatform(p, cur, c, s)
		}
	}
}

func reportPlatform(p *check.Pass, cur inspector.Cursor, c *command, s *swallow) {
	p.Report(check.Finding{
		At: cur.Node().(*ast.CallExpr),
		Message: fmt.Sprintf("%s is missing, or another program, on many systems and images, and its failure is swallowed at %s: there this does nothing, and nobody knows",
			c.tool, p.Where(s.branch.Pos(), cur.Node().Pos())),
		Trace: []check.Hop{{Pos: s.branch.Pos(), Message: "the failure ends here"}},
		Fix:   fixPlatform(p, cur, c, s),
	})
}

// looksFirst reports whether the function around cur looks for a program, or for
// a file, before it runs one.
func looksFirst(p *check.Pass, cur inspector.Cursor) bool {
	fn, ok := function(cur)
	if !ok {
		return false
	}
	for c := range fn.Preorder((*ast.CallExpr)(nil)) {
		switch callmatch.CalleeName(p.TypesInfo, c.Node().(*ast.CallExpr)) {
		case "os/exec.LookPath", "os.Stat":
			return true
		}
	}
	return false
}

// constrained reports whether the file is for some systems only.
func constrained(cur inspector.Cursor) bool {
	for _, group := range fileOf(cur).Comments {
		for _, c := range group.List {
			if len(c.Text) > 10 && c.Text[:10] == "//go:build" {
				return true
			}
		}
	}
	return false
}

// fixPlatform lets the failure out: where the tool was to free a port, by waiting
// for the port instead; else by returning that the program is missing, or by
// logging it where nothing is returned.
func fixPlatform(p *check.Pass, cur inspector.Cursor, c *command, s *swallow) *edit.Fix {
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
			return e.Fix("Return the error when "+c.tool+" is missing", "a missing "+c.tool+" is an error")
		}
	}
	slog := e.Import(stmt.Pos(), "log/slog", "slog")
	e.Before(stmt, fmt.Sprintf("%s.Warn(%q, \"err\", %s)", slog, "cannot run "+c.tool, s.err.Name()))
	return e.Fix("Log that "+c.tool+" failed", "")
}

// isError reports whether the last of n results of the function around cur is an
// error.
func isError(p *check.Pass, cur inspector.Cursor, n int) bool {
	fn, ok := function(cur)
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
