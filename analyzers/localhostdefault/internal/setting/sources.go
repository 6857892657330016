package setting

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// call finds defaults among the arguments of a call: of a function that reads
// the environment, of cmp.Or around such a read, and of the catalog.
func (f *finder) call(cur inspector.Cursor, call *ast.CallExpr) {
	name := callmatch.CalleeName(f.TypesInfo, call)
	if d, ok := catalog.Defaults[name]; ok && max(d.Key, d.Default) < len(call.Args) {
		f.registered(cur, call, d)
		return
	}
	if catalog.KeyDefaults[name] && len(call.Args) > 0 {
		f.add(call.Args[0], f.keyOfChain(call), Setting{named: true, holder: cur, Fix: dropDefault(call.Args[0])})
		return
	}
	if catalog.ChainDefaults[name] {
		f.chained(cur, call)
		return
	}
	if d, ok := catalog.DefaultMaps[name]; ok && d.Map < len(call.Args) {
		f.mapOfDefaults(call.Args[d.Map])
		return
	}
	if len(call.Args) > 1 && (name == "cmp.Or" || f.choosesFirst(call)) {
		last := call.Args[len(call.Args)-1]
		if name := f.configField(call.Args[0]); name.tagged {
			f.add(last, name.text, Setting{part: name.part, holder: cur, Fix: dropDefault(last)})
		} else if key := f.readFrom(call.Args[0]); key.asked {
			f.add(last, key.name, Setting{named: true, holder: cur, Fix: dropDefault(last)})
		} else if key := key.name; key != "" {
			f.add(last, key, Setting{holder: cur, Fix: callEnvURL(cur, call, last, len(call.Args) == 2)})
		}
		return
	}
	read := f.env.Call(call)
	if read == nil || read.Default < 0 || read.Default >= len(call.Args) || read.Key >= len(call.Args) || isRuntime(callmatch.Callee(f.TypesInfo, call)) {
		return
	}
	key, _ := constString(f.TypesInfo, call.Args[read.Key])
	s := Setting{holder: cur, Fix: dropDefault(call.Args[read.Default])}
	if read.Exact && key != "" {
		fn := callmatch.Callee(f.TypesInfo, call) // not a variable, which could be left without a use
		whole := fn != nil && len(call.Args) == 2 && isPlainString(f.TypesInfo.TypeOf(call))
		s.Fix = callEnvURL(cur, call, call.Args[read.Default], whole)
	}
	f.add(call.Args[read.Default], key, s)
}

// isRuntime reports whether fn is the runtime package's: its EnvURL refuses a
// local default in production.
func isRuntime(fn *types.Func) bool {
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Name() == "lifecycle" && fn.Name() == "EnvURL"
}

func isPlainString(t types.Type) bool { return types.Identical(t, types.Typ[types.String]) }

// literal finds flags that are declared as struct literals, and the defaults of
// a configuration struct that a decoder then fills in.
func (f *finder) literal(cur inspector.Cursor, lit *ast.CompositeLit) {
	if d, ok := catalog.FlagLiterals[callmatch.TypeName(f.TypesInfo.TypeOf(lit))]; ok {
		key, value, usage := astindex.LitField(lit, d.Key), astindex.LitField(lit, d.Default), astindex.LitField(lit, d.Usage)
		if key != nil && value != nil && (usage == nil || !saysListened(lastText(f.TypesInfo, usage))) {
			name, _ := constString(f.TypesInfo, key)
			f.add(value, name, Setting{flag: true, named: true, Fix: dropDefault(value)})
		}
		return
	}
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return
		}
		key, ok := kv.Key.(*ast.Ident)
		if text := localText(f.TypesInfo, kv.Value); !ok || text == "" || f.listensBeside(lit, text) || f.runsInside(lit) {
			continue
		}
		field, ok := f.TypesInfo.Uses[key].(*types.Var)
		st := structOf(f.TypesInfo.TypeOf(lit))
		if !ok || !field.IsField() || st == nil {
			continue
		}
		name := settingName(f.TypesInfo.TypeOf(lit), st, indexOf(st, field))
		if key := f.replacedFrom(cur, field.Origin()); key.name != "" {
			f.add(kv.Value, key.name, Setting{named: key.asked, Field: field.Origin(), Fix: key.fix(kv.Value)})
		} else if f.decoded(cur) || (name.tagged || name.option) && f.madeAsDefault(cur) {
			s := Setting{part: name.part, Field: field.Origin(), Fix: dropDefault(kv.Value)}
			if s.given = !name.tagged && !f.decoded(cur); s.given {
				s.Doubts = append(s.Doubts, check.Doubting(verdict.HandedIn, field.Pos()))
			}
			f.add(kv.Value, name.text, s)
		}
	}
}

func indexOf(st *types.Struct, field *types.Var) int {
	for i := range st.NumFields() {
		if st.Field(i) == field {
			return i
		}
	}
	return -1
}

// listensBeside reports whether another field of a literal says that the host and port in
// text are listened on.
//
//	API{URL: "http://localhost:80/status", Listen: "localhost:80"}
func (f *finder) listensBeside(lit *ast.CompositeLit, text string) bool {
	return slices.ContainsFunc(lit.Elts, func(elt ast.Expr) bool {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return false
		}
		key, ok := kv.Key.(*ast.Ident)
		address := localText(f.TypesInfo, kv.Value)
		return ok && address != "" && saysListened(key.Name) && strings.Contains(text, address)
	})
}

// embedded is a word for servers, and not what a struct does with another.
var embedded = lazyregexp.New(`(?i)\bembed(ded)?\b`)

// runsInside reports whether the comment of a literal's type says that the settings are
// those of a server which is embedded in the program.
func (f *finder) runsInside(lit *ast.CompositeLit) bool {
	named := callmatch.Named(f.TypesInfo.TypeOf(lit))
	if named == nil || named.Obj().Pkg() != f.Pkg {
		return false
	}
	for _, file := range f.Files {
		for _, decl := range file.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if ok && gen.Pos() <= named.Obj().Pos() && named.Obj().Pos() < gen.End() {
				return embedded().MatchString(gen.Doc.Text())
			}
		}
	}
	return false
}
