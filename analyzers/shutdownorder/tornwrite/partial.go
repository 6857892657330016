package tornwrite

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/filestate"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// partial reports a transfer that writes to the final name of a file, where a file of that name is taken
// for complete:
//
//	if _, err := os.Stat(dst); err == nil {
//		return dst, nil
//	}
//	f, err := os.Create(dst)
//	…
//	io.Copy(f, resp.Body) // one that is interrupted leaves a part in dst
//
// Safe where the file is removed or renamed, and where what is there is verified. A copy of a local file
// is no transfer.
func (f *files) partial() {
	seen := make(map[*ast.CallExpr]bool)
	for _, write := range f.sites {
		at := write.Named().Call // what the function of the transfer is passed may be the name of many
		if write.Does != catalog.OverwritesFile || seen[at] || f.passing(write) || !f.transfers(write.Base()) {
			continue
		}
		for _, test := range f.sites {
			if test.Does != catalog.TestsFile || test.Key != write.Key || test.In != write.In || !f.skips(test, write) {
				continue
			}
			seen[at] = true
			f.judgePartial(write, test)
			break
		}
	}
}

func (f *files) judgePartial(write, test *filestate.Site) {
	at := write.Named()
	for s := write; s != nil; s = s.Inner {
		if pos := f.cleaned(s.In); pos.IsValid() {
			f.p.Safe(at.Call, f.p.Source(at.Path), verdict.Handled, pos)
			return
		}
	}
	var doubts []check.Doubt
	if f.moments.OfCommand() {
		doubts = append(doubts, check.Doubting(verdict.ByHand, write.In.Name.Pos()))
	}
	f.p.Report(check.Finding{
		At: at.Call,
		Message: fmt.Sprintf("an interrupted transfer leaves a part of the content in %s, its final name, and the test at %s takes that for complete",
			f.p.Name(at.Path), f.p.Where(test.Call.Pos(), at.Call.Pos())),
		Trace:  []check.Hop{{Pos: test.Call.Pos(), Message: "asks whether the file exists"}, {Pos: write.Base().Call.Pos(), Message: "the file is written here, under that name"}},
		Doubts: doubts,
	})
}

// transfers reports whether the function around a site copies to a file from what is none.
func (f *files) transfers(base *filestate.Site) bool {
	found := false
	ast.Inspect(base.In.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found || !catalog.Copies[callmatch.CalleeName(f.p.TypesInfo, call)] {
			return !found
		}
		found = f.isFile(call.Args[0]) && !f.isFile(call.Args[1])
		return !found
	})
	return found
}

func (f *files) isFile(expr ast.Expr) bool {
	return callmatch.TypeName(callmatch.Deref(f.p.TypesInfo.TypeOf(expr))) == "os.File"
}

// skips reports whether the function writes the file only where a test says that there is none, and asks
// for nothing else.
func (f *files) skips(test, write *filestate.Site) bool {
	cur, ok := astindex.Find(f.p.ResultOf[inspect.Analyzer].(*inspector.Inspector), test.Call)
	if !ok || test.Call.Pos() > write.Call.Pos() {
		return false
	}
	for c := range cur.Enclosing((*ast.IfStmt)(nil)) {
		stmt := c.Node().(*ast.IfStmt)
		if assign, ok := stmt.Init.(*ast.AssignStmt); ok && !blank(assign.Lhs[0]) && len(assign.Lhs) > 1 {
			return false // its size, or its age, counts as well
		}
		if test.Call.Pos() > stmt.Body.Pos() {
			return false
		}
		returns := len(stmt.Body.List) > 0 && f.returnsNoCall(stmt.Body.List[len(stmt.Body.List)-1])
		return write.Call.Pos() > stmt.End() && returns || write.Call.Pos() > stmt.Body.Pos() && write.Call.Pos() < stmt.Body.End()
	}
	return false
}

func blank(expr ast.Expr) bool {
	id, ok := expr.(*ast.Ident)
	return ok && id.Name == "_"
}

// returnsNoCall reports whether a statement returns, and calls nothing that may look into the file.
func (f *files) returnsNoCall(stmt ast.Stmt) bool {
	ret, ok := stmt.(*ast.ReturnStmt)
	if !ok {
		return false
	}
	calls := false
	ast.Inspect(ret, func(n ast.Node) bool {
		_, call := n.(*ast.CallExpr)
		calls = calls || call
		return !calls
	})
	return !calls
}

// textPackages have functions such as ReplaceAll and Clean, which touch no file.
var textPackages = map[string]bool{"strings": true, "bytes": true, "path": true, "path/filepath": true, "regexp": true}

// cleaned returns where a function removes or renames a file, or verifies one.
func (f *files) cleaned(decl *ast.FuncDecl) (pos token.Pos) {
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || pos.IsValid() {
			return !pos.IsValid()
		}
		fn := callmatch.Callee(f.p.TypesInfo, call)
		if fn != nil && fn.Pkg() != nil && !textPackages[fn.Pkg().Path()] && (catalog.RemovesByName(fn.Name()) || catalog.NamedVerify(fn.Name())) {
			pos = call.Pos()
		}
		return true
	})
	return pos
}
