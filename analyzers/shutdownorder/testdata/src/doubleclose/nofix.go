package doubleclose

import "example.com/store"

// The method is another package's.
func flush(s *store.Syncer) error {
	defer s.Stop()
	if err := s.Sync(); err != nil {
		s.Stop() // want `s.Stop closes a channel each time, and line 7 calls s.Stop on the same value: the second close panics`
		return err
	}
	return nil
}

// The owner's methods stop the same one.
type Owner struct{ syncer *store.Syncer }

func (o *Owner) Run() error {
	defer o.syncer.Stop()
	return o.syncer.Sync()
}

func (o *Owner) Close() {
	o.syncer.Stop() // want `every call of Close closes o.syncer.stop, and so does Run at line 19: calling both panics`
}
