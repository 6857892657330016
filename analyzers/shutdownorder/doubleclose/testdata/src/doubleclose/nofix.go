package doubleclose

import "example.com/store"

// The method is another package's.
func flush(s *store.Syncer) error {
	defer s.Stop()
	if err := s.Sync(); err != nil {
		s.Stop() // want `the second close panics: each call of s\.Stop closes a channel, and line \d+ calls s\.Stop on the same value`
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
	o.syncer.Stop() // want `calling both Close and Run panics with "close of closed channel": every call closes o\.syncer\.stop \(line \d+\)`
}
