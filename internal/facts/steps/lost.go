package steps

// A fact about a package gets to its direct importers only. So each package exports those
// of the packages that it imports, directly or not, for its own.

// A Lost is the fact about a package that the types of another one do not name.
type Lost struct {
	Path string
	Import
}

// carried is how many steps a package exports for others.
const carried = 20000

// lost returns the facts of other packages of the program, and whether there are more.
func (b *builder) lost() (list []Lost, partial bool) {
	n := 0
	for _, other := range b.imports() {
		weight := other.weight()
		if n += weight; n > carried {
			partial = true
			other.Import = Import{Mask: other.Mask}
		}
		other.Lost = nil // they are in the list themselves
		list = append(list, other)
	}
	return list, partial
}

func (f *Import) weight() (n int) {
	count := func(*Step) bool { n++; return true }
	Each(f.Steps, count)
	for _, t := range f.Impls {
		n++
		for _, does := range t.Does {
			Each(does.Steps, count)
		}
	}
	return n
}
