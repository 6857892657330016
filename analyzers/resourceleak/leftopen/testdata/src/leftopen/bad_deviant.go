package leftopen

import (
	"encoding/binary"
	"errors"
	"io"
	"os"
)

type blobHeader struct{ Size, Chunk int64 }

// openBlob takes the file over from its caller, and closes it where it fails; but for one return.
func openBlob(f *os.File, size, offset int64) (io.ReadCloser, error) {
	var h blobHeader
	if err := binary.Read(f, binary.LittleEndian, &h); err != nil {
		f.Close()
		return nil, err
	}
	if h.Size != size {
		return nil, errors.New("another size") // want `f stays open on this return, and 2 others of an error close it: its descriptor stays in use`
	}
	if _, err := f.Seek(offset, io.SeekStart); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
