package signalfix

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
)

const servedChanges = "SIGTERM and SIGINT now stop it in order, after a drain of 3s, and it returns nil then"

// FixNoSignalHandling lets lifecycle serve, which handles signals:
//
//	http.ListenAndServe(addr, h)  →  lifecycle.ListenAndServe(addr, h)
//	srv.ListenAndServe()          →  lifecycle.Serve(srv)
//	http.Serve(l, h)              →  lifecycle.New(h, "", nil) and its Serve
//	r.RunTLS(addr, cert, key)     →  lifecycle.New(r, addr, nil, lifecycle.WithTLS(cert, key)) and its Run
//	s.Serve(lis)                  →  lifecycle.Main, which stops s when the signal comes
//
// A loop that accepts connections ends when its listener is closed.
func FixNoSignalHandling(p *check.Pass, call *ast.CallExpr) *edit.Fix {
	cur, ok := syntax.CursorOf(p, call)
	row, known := catalog.Serving[callmatch.CalleeName(p.TypesInfo, call)]
	sel := syntax.Selector(call.Fun)
	if ok && !known && signals.Of(p.Pass).Accepts(call) {
		return fixAccepting(p, cur, call)
	}
	if !ok || !known || sel == nil || call.Ellipsis.IsValid() {
		return nil
	}
	if unheard(cur) {
		return fixBeside(p, cur, call, row.Stop)
	}
	if row.Stop != "" {
		return fixStoppable(p, cur, call, row.Stop)
	}
	s := served{p: p, roles: map[string]ast.Expr{row.Recv: sel.X}}
	for i, role := range strings.Fields(row.Args) {
		if i < len(call.Args) {
			s.roles[role] = call.Args[i]
		}
	}
	if s.roles["other"] != nil || !s.files() {
		return nil
	}
	if row.Recv == "" && !keepsHTTP(p, cur, sel) {
		s.unused = sel
	}
	return s.fix(cur)
}

// served is what a serving call works with, by role.
type served struct {
	p      *check.Pass
	roles  map[string]ast.Expr
	unused *ast.SelectorExpr // whose import nothing else needs
}

// files reports whether a certificate and its key are files, or there are none.
func (s *served) files() bool {
	cert := s.roles["cert"]
	if cert == nil {
		return true
	}
	basic, ok := s.p.TypesInfo.TypeOf(cert).Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsString != 0
}

func (s *served) text(role, missing string) string {
	if expr := s.roles[role]; expr != nil {
		return s.p.Source(expr)
	}
	return missing
}

// server returns the text of a pointer to the http.Server, "" if it cannot be named
// here.
func (s *served) server(call *ast.CallExpr) string {
	return syntax.ServerText(s.p, s.roles["server"], syntax.Selector(call.Fun))
}

func (s *served) fix(cur inspector.Cursor) *edit.Fix {
	call := cur.Node().(*ast.CallExpr)
	e := s.p.Edit(call.Pos())
	lc := e.Import(call.Pos(), s.p.Lifecycle(), "lifecycle")
	if s.unused != nil && !e.DropImport(s.unused) {
		return nil
	}
	addr, handler := s.text("addr", `""`), s.text("handler", "nil") // "" is $PORT or :8080, as for gin
	if s.roles["server"] == nil && s.roles["listener"] == nil && s.roles["cert"] == nil {
		replaceServe(s.p, e, cur, fmt.Sprintf("%s.ListenAndServe(%s, %s)", lc, addr, handler))
		return e.Fix("Serve with "+lc+".ListenAndServe", servedChanges)
	}
	stmt, ok := astindex.Statement(cur)
	if !ok {
		return nil
	}
	srv := ""
	if s.roles["server"] != nil {
		if srv = s.server(call); srv == "" {
			return nil
		}
	}
	if srv != "" && s.roles["handler"] == nil {
		return s.fixServer(e, cur, lc, srv)
	}
	options := ""
	if srv != "" { // of which the handler is another
		options = ", " + lc + ".WithServer(" + srv + ")"
	}
	if s.roles["cert"] != nil {
		options += ", " + s.tls(lc)
	}
	name := syntax.Fresh(s.p, call.Pos(), "server", "graceful")
	e.Before(stmt.Node(), fmt.Sprintf("%s := %s.New(%s, %s, nil%s)", name, lc, handler, addr, options), name+".MarkReady()")
	run := name + ".Run()"
	if s.roles["listener"] != nil {
		run = name + ".Serve(" + s.text("listener", "") + ")"
	}
	replaceServe(s.p, e, cur, run)
	return e.Fix("Run "+nameOrServer(cmp.Or(srv, handler))+" with "+lc+".New", servedChanges)
}

// fixServer serves with an http.Server that there is.
func (s *served) fixServer(e *edit.Builder, cur inspector.Cursor, lc, srv string) *edit.Fix {
	args := []string{srv}
	if s.roles["listener"] != nil {
		args = append(args, lc+".WithListener("+s.text("listener", "")+")")
	}
	if s.roles["cert"] != nil {
		args = append(args, s.tls(lc))
	}
	replaceServe(s.p, e, cur, lc+".Serve("+strings.Join(args, ", ")+")")
	return e.Fix("Run "+nameOrServer(srv)+" with "+lc+".Serve", servedChanges)
}

// tls returns the option for a certificate and its key.
func (s *served) tls(lc string) string {
	return lc + ".WithTLS(" + s.text("cert", "") + ", " + s.text("key", "") + ")"
}

// nameOrServer returns the text of what is served, if it fits into a title.
func nameOrServer(text string) string {
	if strings.Contains(text, "\n") {
		return "the server"
	}
	return text
}

// keepsHTTP reports whether the file still needs the package that sel is of
// without its serving functions.
func keepsHTTP(p *check.Pass, cur inspector.Cursor, sel *ast.SelectorExpr) bool {
	return edit.KeepsImport(p.TypesInfo, astindex.FileOf(cur), sel, func(sel *ast.SelectorExpr) bool {
		_, serves := catalog.Serving[callmatch.Name(callmatch.Func(p.TypesInfo, sel))]
		return serves
	})
}
