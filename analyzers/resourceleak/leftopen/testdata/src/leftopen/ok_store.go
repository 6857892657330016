package leftopen

import "io"

// It is closed.
func (t *trained) copied(store blobStore, name string, to io.Writer) error {
	r, err := store.Load(name)
	if err != nil {
		return err
	}
	defer r.Close()
	_, err = io.Copy(to, r)
	return err
}
