package profile

import (
	"debug/buildinfo"
	"debug/elf"
	"encoding/binary"
	"encoding/hex"
	"fmt"
)

// A Build is what an executable says of how it was built.
type Build struct {
	File     string
	ID       string // as profiles name it; "" when it has none
	Revision string // "" when it was built without -buildvcs
	Modified bool   // from a checkout with changes
}

// ReadBuild reads an executable.
func ReadBuild(file string) (*Build, error) {
	info, err := buildinfo.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%s is no executable that Go has built: %w", file, err)
	}
	b := &Build{File: file}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	b.ID = buildID(file)
	return b, nil
}

// buildID returns the GNU build ID of an ELF file, as runtime/pprof writes it, "" for
// others.
func buildID(file string) string {
	f, err := elf.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	s := f.Section(".note.gnu.build-id")
	if s == nil {
		return ""
	}
	data, err := s.Data()
	if err != nil || len(data) < 16 {
		return ""
	}
	order := binary.ByteOrder(f.ByteOrder)
	name, desc := order.Uint32(data), order.Uint32(data[4:])
	if 12+uint64(name)+uint64(desc) > uint64(len(data)) || name != 4 {
		return ""
	}
	return hex.EncodeToString(data[12+name : 12+name+desc])
}
