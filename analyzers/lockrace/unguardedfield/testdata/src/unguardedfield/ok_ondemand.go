package unguardedfield

import "math/rand"

// RegisterMaker is called before anything uses makers, by its callers' init functions.
func RegisterMaker(name string, make func()) {
	if _, dup := makers[name]; dup {
		panic(name)
	}
	makers[name] = make
}

func Maker(name string) func() { return makers[name] }

// walk has a generator for each call.
func walk(seed int64) int {
	steps := rand.New(rand.NewSource(seed))
	return steps.Intn(6) + steps.Intn(6)
}

var presets = map[string]*scope{}

// What init puts in is there before anything reads it.
func init() {
	if _, ok := presets["root"]; !ok {
		presets["root"] = &scope{"root"}
	}
}

func FromTable(name string) *scope { return presets[name] }
