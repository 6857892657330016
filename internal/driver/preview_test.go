package driver

import "testing"

func TestLineBefore(t *testing.T) {
	t.Parallel()
	const old = "package p\n\nfunc f() {\n\tg()\n\th()\n}\n"
	for name, tt := range map[string]struct {
		changed string
		want    []int // by line of the changed text; 0 for one that is new
	}{
		"nothing":     {old, []int{1, 2, 3, 4, 5, 6}},
		"import":      {"package p\n\nimport \"x\"\n\nfunc f() {\n\tg()\n\th()\n}\n", []int{1, 2, 0, 0, 3, 4, 5, 6}},
		"removed":     {"package p\n\nfunc f() {\n\th()\n}\n", []int{1, 2, 3, 5, 6}},
		"one more":    {"package p\n\nfunc f() {\n\tg()\n\tg()\n\th()\n}\n", []int{1, 2, 3, 0, 0, 5, 6}},
		"in the line": {"package p\n\nfunc f() {\n\tgg(1)\n\th()\n}\n", []int{1, 2, 3, 4, 5, 6}},
	} {
		for i, want := range tt.want {
			if got := lineBefore([]byte(old), []byte(tt.changed), i+1); got != want && want != 0 {
				t.Errorf("%s: line %d was %d, want %d", name, i+1, got, want)
			}
		}
	}
}
