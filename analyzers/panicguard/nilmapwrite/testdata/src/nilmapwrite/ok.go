package nilmapwrite

import "encoding/json"

type store struct {
	data   map[string]string
	lazy   map[string]string
	filled map[string]string
	asked  map[string]string
	Shared map[string]string
}

// Nope. The constructor makes it.
func newStore() *store { return &store{data: make(map[string]string)} }

func (s *store) set(key, value string) { s.data[key] = value }

// Nope. It is made when it is needed.
func (s *store) later(key, value string) {
	if s.lazy == nil {
		s.lazy = map[string]string{}
	}
	s.lazy[key] = value
}

// Nope. Something gets its address.
func (s *store) load(b []byte) error {
	if err := json.Unmarshal(b, &s.filled); err != nil {
		return err
	}
	s.filled["loaded"] = "yes"
	return nil
}

// Nope. The code asks whether there is one.
func (s *store) ask(key string) {
	if s.asked != nil {
		s.asked[key] = ""
	}
}

// Nope. Other packages can set it.
func (s *store) share(key string) { s.Shared[key] = "" }

var table map[string]int

// Nope. It is made at the start.
func init() { table = make(map[string]int) }

func count(key string) { table[key]++ }

// Nope. It is made before.
func local(list []string) map[string]int {
	var at map[string]int
	at = make(map[string]int, len(list))
	for i, s := range list {
		at[s] = i
	}
	return at
}

// Nope. The declarations make them.
var codes = map[string]int{"ok": 0}

type box struct{ items map[string]int }

var shared = &box{items: make(map[string]int)}

func put(key string) {
	codes[key] = 1
	shared.items[key] = 1
}
