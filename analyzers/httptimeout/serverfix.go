package httptimeout

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// The limits that fixes set are those of lifecycle's own server.
const (
	serverTitle   = "Set ReadHeaderTimeout to 5s and IdleTimeout to 2m"
	serverChanges = "a client has 5s to send the header of a request, and a connection is closed after 2m without one"
)

// serverFields returns the fields to add, as name and value.
func serverFields(e *edit.Builder, pos token.Pos) [][2]string {
	t := e.Import(pos, "time", "time")
	return [][2]string{{"ReadHeaderTimeout", "5 * " + t + ".Second"}, {"IdleTimeout", "2 * " + t + ".Minute"}}
}

// serverElements returns the fields to add as elements of a literal.
func serverElements(e *edit.Builder, pos token.Pos) string {
	var list []string
	for _, f := range serverFields(e, pos) {
		list = append(list, f[0]+": "+f[1])
	}
	return strings.Join(list, ", ")
}

// fixServer completes a literal or new(http.Server), or assigns behind a call.
func fixServer(p *check.Pass, made inspector.Cursor) *edit.Fix {
	e := p.Edit(made.Node().Pos())
	expr := made.Node().(ast.Expr)
	if amp, ok := expr.(*ast.UnaryExpr); ok {
		expr = amp.X
	}
	pos := expr.Pos()
	switch n := ast.Unparen(expr).(type) {
	case *ast.CompositeLit:
		fields := serverFields(e, pos)
		if old := litField(n, fields[0][0]); old != nil || litField(n, "IdleTimeout") != nil { // old is zero
			setField(e, n, fields[0][0], fields[0][1])
			return e.Fix("Set ReadHeaderTimeout to 5s", "a client has 5s to send the header of a request")
		}
		insertFields(e, n, fields)
	case *ast.CallExpr:
		if callmatch.Callee(p.TypesInfo, n) == nil { // new(http.Server)
			e.Replace(n.Pos(), n.Args[0].Pos(), "&")
			e.Replace(n.Args[0].End(), n.End(), "{"+serverElements(e, pos)+"}")
			break
		}
		assignBehind(p, e, made, "srv", serverFields(e, pos))
	}
	return e.Fix(serverTitle, serverChanges)
}

// fixZeroServer turns var srv http.Server into var srv = http.Server{…}.
func fixZeroServer(p *check.Pass, spec *ast.ValueSpec) *edit.Fix {
	e := p.Edit(spec.Pos())
	e.Insert(spec.Type.Pos(), "= ")
	e.Insert(spec.Type.End(), "{"+serverElements(e, spec.Pos())+"}")
	return e.Fix(serverTitle, serverChanges)
}

// fixFieldServer sets the fields before the statement that serves.
func fixFieldServer(p *check.Pass, cur inspector.Cursor, recv string) *edit.Fix {
	e := p.Edit(cur.Node().Pos())
	for c := range cur.Enclosing() {
		if _, ok := c.Node().(ast.Stmt); ok && inBlock(c) {
			e.Before(c.Node(), assignments(recv, serverFields(e, cur.Node().Pos()))...)
			return e.Fix(serverTitle, serverChanges)
		}
	}
	return nil
}

// fixServeFunc brings a server with limits about. In a program that handles no
// signals and looks at the error, it is lifecycle's, which does; else a plain
// http.Server, which changes nothing but the limits.
func fixServeFunc(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, name string) *edit.Fix {
	e := p.Edit(call.Pos())
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil // imported with a dot
	}
	if name == "net/http.ListenAndServe" && !p.Stdlib() && wantsLifecycle(p, cur, sel) {
		lc := e.Import(call.Pos(), p.Lifecycle(), "lifecycle")
		serveWithLifecycle(e, cur, call, lc+".ListenAndServe"+e.Text(call.Fun.End(), call.End()))
		return e.Fix("Serve with "+lc+".ListenAndServe", serverChanges+"; SIGTERM and SIGINT now stop it in order, and it returns nil then")
	}
	serve := catalog.HTTPServeFuncs[name]
	var fields, rest []string
	for i, arg := range call.Args {
		switch {
		case i == serve.Addr:
			fields = append(fields, "Addr: "+p.Source(arg))
		case i != serve.Handler:
			rest = append(rest, p.Source(arg))
		case !p.TypesInfo.Types[arg].IsNil():
			fields = append(fields, "Handler: "+p.Source(arg))
		}
	}
	server := serverLiteral(e, call.Pos(), p.Source(sel.X), fields)
	e.Replace(call.Pos(), call.End(), server+"."+sel.Sel.Name+"("+strings.Join(rest, ", ")+")")
	return e.Fix("Serve with an http.Server whose ReadHeaderTimeout is 5s and IdleTimeout 2m", serverChanges)
}

// serverLiteral returns an http.Server, of the package under the name http, with the fields
// and the limits, to call a method of.
func serverLiteral(e *edit.Builder, pos token.Pos, http string, fields []string) string {
	for _, f := range serverFields(e, pos) {
		fields = append(fields, f[0]+": "+f[1])
	}
	inside := strings.Join(fields, ", ")
	if len(inside) > longLiteral {
		inside = inLines(e.Indent(pos), fields)
	}
	return "(&" + http + ".Server{" + inside + "})"
}
