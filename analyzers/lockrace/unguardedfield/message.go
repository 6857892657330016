package unguardedfield

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/races/unguarded"
)

// message says what the race does, and where the other side of it is. A loop that is woken ends.
func message(p *check.Pass, u *unguarded.Race, expr ast.Expr, woken bool) string {
	name, other := p.Source(expr), p.Where(u.Other.Pos, expr.Pos())
	switch {
	case u.Flag && woken:
		return fmt.Sprintf("data race: %s is read here and set by another goroutine at %s, and no mutex guards it", name, other)
	case u.Flag:
		return fmt.Sprintf("data race: %s ends the loop, and is read with neither a mutex nor an atomic operation: another goroutine sets it at %s, which the loop may see late, or never", name, other)
	case u.Retested.IsValid():
		return fmt.Sprintf("nil dereference: %s is read again after the test at line %d, another goroutine sets it to nil at %s, and no mutex guards it", name, p.Line(u.Retested), other)
	}
	effect := "data race"
	if crashes(u) {
		effect = "concurrent map access ends the process"
	}
	done, does := "read", "written"
	if u.OneCaller() {
		does = "used" // by a method that only one goroutine at a time may call
	}
	if u.Other.Write {
		done = "written"
	}
	switch {
	case u.OtherLocked():
		what := does + " here and "
		if !u.OneCaller() && !u.Other.Write {
			what += done + " "
		}
		return fmt.Sprintf("%s: %s is %sby another goroutine at %s, and only that one holds a lock", effect, name, what, other)
	case u.SetDefault() != nil:
		v := u.SetDefault()
		return fmt.Sprintf("all users of %[1]s.%[2]s get the settings of one call, and concurrent calls race: %[3]s is written here, and no mutex guards it", v.Pkg().Name(), v.Name(), name)
	case u.Called != nil:
		return calledMessage(p, u, name, effect, expr.Pos())
	case u.Access == u.Other && u.Served:
		return fmt.Sprintf("%s: %s is %s by requests, which run concurrently, and no mutex guards it", effect, name, does)
	case u.Blocks:
		return fmt.Sprintf("%s: %s is %s here, in a function that then blocks, and %s by another goroutine at %s, and no mutex guards it", effect, name, does, done, other)
	case u.Begins == nil && !u.Served && !u.Endless():
		return fmt.Sprintf("%s: %s is %s in a function that may be called concurrently, and no mutex guards it", effect, name, does)
	case u.Access == u.Other:
		return fmt.Sprintf("%s: %s is %s by goroutines that run concurrently, started at %s, and no mutex guards it", effect, name, does, p.Where(u.Begins.Pos(), expr.Pos()))
	}
	return fmt.Sprintf("%s: %s is %s here and %s by another goroutine at %s, and no mutex guards it", effect, name, does, done, other)
}

// calledMessage is message for a map of another package, which functions of that access.
func calledMessage(p *check.Pass, u *unguarded.Race, name, effect string, from token.Pos) string {
	variable := u.Field.Pkg().Name() + "." + u.Field.Name()
	if u.Access == u.Other {
		callers, kind := "goroutines", "map"
		if _, isMap := u.Field.Type().Underlying().(*types.Map); !isMap || !u.Content {
			kind = "variable"
		}
		if u.Served {
			callers = "requests"
		}
		return fmt.Sprintf("%s: %s writes %s, %s call it concurrently, and no mutex guards the %s", effect, name, variable, callers, kind)
	}
	verb, other := "read", "%s by another goroutine at %s"
	if u.Other.Write {
		verb = "written"
	}
	if u.Other.Called != nil {
		other = "%s by another goroutine, which calls " + u.Other.Called.Name() + " at %s"
	}
	other = fmt.Sprintf(other, verb, p.Where(u.Other.Pos, from))
	return fmt.Sprintf("%s: %s writes %s, which is %s, and no mutex guards it", effect, name, variable, other)
}

// trace names the other side, where the goroutine is started, and two more places.
func trace(p *check.Pass, u *unguarded.Race, expr ast.Expr) []check.Hop {
	var list []check.Hop
	lines := map[int]bool{p.Line(expr.Pos()): true}
	hop := func(pos token.Pos, text string) {
		if line := p.Line(pos); pos.IsValid() && !lines[line] {
			lines[line] = true
			list = append(list, check.Hop{Pos: pos, Message: text})
		}
	}
	verb := map[bool]string{true: "written", false: "read"}
	hop(u.Other.Pos, verb[u.Other.Write]+" here")
	if u.Begins != nil {
		hop(u.Begins.Pos(), "goroutine started here")
	}
	for _, also := range u.Also {
		if len(list) < 4 {
			hop(also.Pos, "also "+verb[also.Write]+" here")
		}
	}
	for _, alike := range u.Alike {
		if len(list) < 6 {
			hop(alike.Pos, alike.Field.Name()+" is accessed in the same way here")
		}
	}
	return list
}
