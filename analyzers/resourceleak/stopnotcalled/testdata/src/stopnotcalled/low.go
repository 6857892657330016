package stopnotcalled

import "context"

// Only a failure takes the subscription back; else it remains, for who asks for its items.
func (s *service) watch(ctx context.Context, topic string) error {
	ch, unsubscribe := subscribe(topic)
	go func() {
		for item := range ch {
			s.items = append(s.items, item)
		}
	}()
	if err := s.load(ctx); err != nil {
		unsubscribe()
		return err
	}
	return nil // want `unsubscribe is not called on this return, as it is at line \d+`
}
