// Package ini stands for the real one.
package ini

type (
	File    struct{}
	Section struct{}
	Key     struct{}
)

func Load(source any, others ...any) (*File, error) { return &File{}, nil }
func (f *File) Section(name string) *Section        { return &Section{} }
func (s *Section) Key(name string) *Key             { return &Key{} }
func (k *Key) MustString(defaultVal string) string  { return defaultVal }
