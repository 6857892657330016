// Package loopbackaddr determines which addresses are those of this machine.
package loopbackaddr

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/valueflow"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/loopback"
)

// IsOfServer reports whether the literal's Addr is a constant address of this
// machine, where only the machine's own users can be slow.
func IsOfServer(p *check.Pass, n ast.Node) bool {
	lit, ok := n.(*ast.CompositeLit)
	if !ok {
		return false
	}
	addr := astindex.LitField(lit, "Addr")
	return addr != nil && Is(p, addr)
}

// Is reports whether addr is, or begins with, a constant host that is
// this machine: "localhost:6060", "127.0.0.1:" + port, fmt.Sprintf("[::1]:%d", port),
// netip.AddrPortFrom(netip.IPv6Loopback(), port).String(), a listener there or on a socket, or a
// variable that holds nothing else.
func Is(p *check.Pass, addr ast.Expr) bool { return localAddr(p, addr, 3) }

func localAddr(p *check.Pass, addr ast.Expr, variables int) bool {
	info := p.TypesInfo
	switch expr := ast.Unparen(addr).(type) {
	case *ast.Ident:
		if v, ok := info.Uses[expr].(*types.Var); ok {
			return variables > 0 && holdsLocalAddr(p, v, variables-1)
		}
	case *ast.SelectorExpr:
		if v := valueflow.Variable(info, expr); v != nil && v.IsField() && !v.Exported() && v.Pkg() == p.Pkg {
			return variables > 0 && fieldHoldsLocalAddr(p, v, variables-1)
		}
	case *ast.BinaryExpr:
		if info.Types[expr].Value == nil {
			return localAddr(p, expr.X, variables)
		}
	case *ast.CallExpr:
		fn := callmatch.Callee(info, expr)
		if loopback.Of(p.Pass).Returns(fn) || catalog.Sockets[callmatch.Name(fn)] {
			return true
		}
		if listen, ok := catalog.Listens[callmatch.Name(fn)]; ok && listen.Arg < len(expr.Args) {
			return IsSocket(p, expr, listen.Arg-1) || localAddr(p, expr.Args[listen.Arg], variables)
		}
		if catalog.Passes[callmatch.Name(fn)] {
			from := made(expr)
			return from != nil && localAddr(p, from, variables)
		}
	}
	tv := info.Types[addr]
	if tv.Value == nil || tv.Value.Kind() != constant.String {
		return false
	}
	text := constant.StringVal(tv.Value)
	if _, rest, ok := strings.Cut(text, "://"); ok {
		text, _, _ = strings.Cut(rest, "/")
	}
	host := text // net.JoinHostPort("localhost", port)
	if i := strings.LastIndexByte(text, ':'); i >= 0 && !strings.HasSuffix(text, "::1") {
		host = strings.Trim(text[:i], "[]")
	}
	return catalog.ThisHost(host)
}

// IsSocket reports whether the network that a call listens on or dials, argument i, is
// that of a socket in the file system.
func IsSocket(p *check.Pass, call *ast.CallExpr, i int) bool {
	if i < 0 {
		return false
	}
	v := p.TypesInfo.Types[call.Args[i]].Value
	return v != nil && v.Kind() == constant.String && strings.HasPrefix(constant.StringVal(v), "unix")
}

// made returns what a call makes an address of: its first argument, or its
// receiver when it has none.
func made(call *ast.CallExpr) ast.Expr {
	if len(call.Args) > 0 {
		return call.Args[0]
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		return sel.X
	}
	return nil
}

// holdsLocalAddr reports whether v is a local variable, or one of the package's
// own, that is given a local address and nothing else.
func holdsLocalAddr(p *check.Pass, v *types.Var, variables int) bool {
	if v.Kind() != types.LocalVar && (v.Kind() != types.PackageVar || v.Exported()) {
		return false
	}
	for _, file := range p.Files {
		if v.Pos() < file.FileStart || v.Pos() > file.FileEnd {
			continue
		}
		values := valueflow.AssignedValues(p.TypesInfo, file, v)
		for _, value := range values {
			if value == nil || !localAddr(p, value, variables) {
				return false
			}
		}
		return len(values) > 0
	}
	return false
}
