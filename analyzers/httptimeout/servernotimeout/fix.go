package servernotimeout

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

func isKeyed(lit *ast.CompositeLit) bool {
	_, ok := lit.Elts[0].(*ast.KeyValueExpr)
	return ok
}

// The limits that a fix sets are those that the program has for that in scope, else those of
// lifecycle's own server.
type serverLimits struct {
	fields       [][2]string // name and value
	header, idle string      // how long, for people
}

func limitsAt(e *edit.Builder, pos token.Pos) serverLimits {
	l := serverLimits{header: e.Limit(pos, "header"), idle: e.Limit(pos, "idle")}
	header, idle := l.header, l.idle
	if header == "" {
		l.header, header = "5s", "5 * "+e.Import(pos, "time", "time")+".Second"
	}
	if idle == "" {
		l.idle, idle = "2m", "2 * "+e.Import(pos, "time", "time")+".Minute"
	}
	l.fields = [][2]string{{"ReadHeaderTimeout", header}, {"IdleTimeout", idle}}
	return l
}

func (l serverLimits) title() string {
	return "Set ReadHeaderTimeout to " + l.header + " and IdleTimeout to " + l.idle
}

func (l serverLimits) changes() string {
	return "a client has " + l.header + " to send the header of a request, and a connection is closed after " + l.idle + " without one"
}

// elements returns the fields to add as elements of a literal.
func (l serverLimits) elements() []string {
	var list []string
	for _, f := range l.fields {
		list = append(list, f[0]+": "+f[1])
	}
	return list
}

// fixServer completes a literal or new(http.Server), or assigns after a call.
func fixServer(p *check.Pass, made inspector.Cursor) *edit.Fix {
	e := p.Edit(made.Node().Pos())
	expr := made.Node().(ast.Expr)
	if amp, ok := expr.(*ast.UnaryExpr); ok {
		expr = amp.X
	}
	limits := limitsAt(e, expr.Pos())
	fields := limits.fields
	switch n := ast.Unparen(expr).(type) {
	case *ast.CompositeLit:
		if old := astindex.LitField(n, fields[0][0]); old != nil || astindex.LitField(n, "IdleTimeout") != nil { // old is zero
			fixes.SetField(e, n, fields[0][0], fields[0][1])
			return e.Fix("Set ReadHeaderTimeout to "+limits.header, "a client has "+limits.header+" to send the header of a request")
		}
		fixes.InsertFields(e, n, fields)
	case *ast.CallExpr:
		if callmatch.Callee(p.TypesInfo, n) == nil { // new(http.Server)
			e.Replace(n.Pos(), n.Args[0].Pos(), "&")
			e.Replace(n.Args[0].End(), n.End(), "{"+strings.Join(limits.elements(), ", ")+"}")
			break
		}
		fixes.AssignBehind(p, e, made, "srv", fields)
	}
	return e.Fix(limits.title(), limits.changes())
}

// fixZeroServer turns var srv http.Server into var srv = http.Server{…}.
func fixZeroServer(p *check.Pass, spec *ast.ValueSpec) *edit.Fix {
	e := p.Edit(spec.Pos())
	limits := limitsAt(e, spec.Pos())
	e.Insert(spec.Type.Pos(), "= ")
	e.Insert(spec.Type.End(), "{"+strings.Join(limits.elements(), ", ")+"}")
	return e.Fix(limits.title(), limits.changes())
}

// fixFieldServer sets the fields before the statement that serves.
func fixFieldServer(p *check.Pass, cur inspector.Cursor, recv string) *edit.Fix {
	e := p.Edit(cur.Node().Pos())
	for c := range cur.Enclosing() {
		if _, ok := c.Node().(ast.Stmt); ok && fixes.InBlock(c) {
			limits := limitsAt(e, cur.Node().Pos())
			e.Before(c.Node(), fixes.Assignments(recv, limits.fields)...)
			return e.Fix(limits.title(), limits.changes())
		}
	}
	return nil
}

// lifecycleLimits are what lifecycle's server limits.
const lifecycleLimits = "a client has 5s to send the header of a request, and a connection is closed after 2m without one"

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
		return e.Fix("Serve with "+lc+".ListenAndServe", lifecycleLimits+"; SIGTERM and SIGINT now stop it in order, and it returns nil then")
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
	limits := limitsAt(e, call.Pos())
	server := serverLiteral(e, call.Pos(), p.Source(sel.X), append(fields, limits.elements()...))
	e.Replace(call.Pos(), call.End(), server+"."+sel.Sel.Name+"("+strings.Join(rest, ", ")+")")
	return e.Fix("Serve with an http.Server whose ReadHeaderTimeout is "+limits.header+" and IdleTimeout "+limits.idle, limits.changes())
}

// serverLiteral returns an http.Server, of the package under the name http, with the fields,
// to call a method of.
func serverLiteral(e *edit.Builder, pos token.Pos, http string, fields []string) string {
	inside := strings.Join(fields, ", ")
	if len(inside) > fixes.LongLiteral {
		inside = fixes.InLines(e.Indent(pos), fields)
	}
	return "(&" + http + ".Server{" + inside + "})"
}
