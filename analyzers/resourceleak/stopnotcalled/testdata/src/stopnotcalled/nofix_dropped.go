package stopnotcalled

import "context"

func (r *rows) Each(ctx context.Context, ids []int) error {
	for _, id := range ids {
		one, _ := r.limited(ctx) // want `the function that cancels it is dropped`
		if err := r.get(one, id); err != nil {
			return err
		}
	}
	return nil
}

// All contexts of the loop stay with the parent until it ends.
func (r *rows) Many(ctx context.Context, ids []int) error {
	parent, stop := context.WithCancel(ctx)
	defer stop()
	for _, id := range ids {
		each, _ := context.WithCancel(parent) // want `context that context.WithCancel derives is not canceled when its work is done: the function that cancels it is dropped`
		if err := r.get(each, id); err != nil {
			return err
		}
	}
	return nil
}
