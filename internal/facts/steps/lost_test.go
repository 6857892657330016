package steps

import "testing"

// An importer gets the fact of a package that it does not import itself from one that does.
func TestLost(t *testing.T) {
	t.Parallel()
	b := &builder{imported: []Lost{{Path: "direct"}, {Path: "indirect", Import: Import{Ifaces: []Iface{{Name: "indirect.Store"}}}}}}
	if list, partial := b.lost(); len(list) != 2 || partial || len(list[1].Ifaces) != 1 {
		t.Errorf("%+v, %t", list, partial)
	}
}
