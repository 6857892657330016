// Package socketleft is the check shutdownorder/socket-left: a socket file that a killed process has left keeps the
// next one from starting.
package socketleft

import (
	"embed"
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed socketleft.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "socket-left",
	Title:      "a socket file that a killed process has left keeps the next one from starting",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Imports:    []string{"net"},
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	ln, err := net.Listen("unix", s.path) // address already in use, after a kill
//
// where the package removes no file of that name. Safe are names that are new in each process, and code that asks
// for the error; silent are abstract sockets, which are no files.
func run(p *check.Pass) {
	for cur, to := range calls.All(p.Pass) {
		path := socketPath(p, to)
		if path == nil || p.Quiet(to.Expr.Pos()) || passing(p) {
			continue
		}
		removed, same := removal(p, path)
		if same {
			p.Safe(to.Expr, p.Source(path), verdict.Handled, removed.Pos())
			continue
		}
		report(p, cur, to.Expr, path, removed)
	}
}

func report(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, path ast.Expr, removed ast.Node) {
	var doubts []check.Doubt
	if removed != nil {
		doubts = append(doubts, check.Doubting(verdict.OtherObject, removed.Pos()))
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("after a kill %s fails with \"address already in use\": the socket file %s stays, and nothing removes it before",
			p.Name(call.Fun), p.Name(path)),
		Doubts: doubts,
		Fix:    fix(p, cur, path),
	})
}

// socketPath returns the path of the Unix socket that a call listens on, nil for other calls and abstract sockets.
func socketPath(p *check.Pass, to *calls.Call) ast.Expr {
	at, ok := catalog.ListensOn[to.Name]
	if !ok || len(to.Expr.Args) <= at+1 {
		return nil
	}
	network := p.TypesInfo.Types[to.Expr.Args[at]].Value
	if network == nil || network.Kind() != constant.String || !strings.HasPrefix(constant.StringVal(network), "unix") || constant.StringVal(network) == "unixgram" {
		return nil
	}
	path := to.Expr.Args[at+1]
	if v := p.TypesInfo.Types[path].Value; v != nil && strings.HasPrefix(constant.StringVal(v), "@") {
		return nil
	}
	return path
}

// removal returns a call of the package that removes a file, and whether it removes the one at a path, or the code
// handles the error.
func removal(p *check.Pass, path ast.Expr) (found ast.Node, same bool) {
	for _, to := range calls.All(p.Pass) {
		if !catalog.RemovesPath[to.Name] {
			continue
		}
		found = to.Expr
		if names(p, to.Expr.Args[0], path) {
			return found, true
		}
	}
	return found, false
}

// names reports whether two expressions name the same file, as far as the names of what they are made of tell.
func names(p *check.Pass, x, y ast.Expr) bool {
	if types.ExprString(x) == types.ExprString(y) {
		return true
	}
	a, b := callmatch.Object(p.TypesInfo, x), callmatch.Object(p.TypesInfo, y)
	return a != nil && b != nil && (a == b || strings.EqualFold(a.Name(), b.Name()))
}

// passing reports whether the package makes a directory that is new in each process, or the code expects the error.
func passing(p *check.Pass) bool {
	for _, to := range calls.All(p.Pass) {
		if to.Name == "os.MkdirTemp" || to.Name == "(*testing.common).TempDir" {
			return true
		}
	}
	for _, obj := range p.TypesInfo.Uses {
		if obj.Name() == "EADDRINUSE" {
			return true
		}
	}
	return false
}
