"""A batch of states as PyTorch tensors that share its memory, and one round of message passing.

With PyTorch Geometric installed the same tensors make its Batch; without it plain PyTorch does.
"""

import torch

import ineq

try:
    from torch_geometric.data import Batch
except ImportError:
    Batch = None


def main() -> None:
    pool = ineq.Pool(ineq.Theorems.generate(k=3, l=5), 256)
    graph = pool.reset().graph
    node_type = torch.from_numpy(graph.type)
    edge_index = torch.from_numpy(graph.edge_index)
    state_of_node = torch.from_numpy(graph.batch)
    assert edge_index.data_ptr() == graph.edges.ctypes.data, "no copy was made"

    if Batch is not None:
        data = Batch(x=node_type, edge_index=edge_index, batch=state_of_node, ptr=torch.from_numpy(graph.node_offset))
        print("PyTorch Geometric:", data)

    torch.manual_seed(0)
    embedding = torch.nn.Embedding(len(ineq.NODE_TYPES), 16)
    message = torch.nn.Linear(16, 16)
    value = torch.nn.Linear(16, 1)
    h = embedding(node_type)
    parent, child = edge_index
    h = h + torch.zeros_like(h).index_add(0, parent, message(h[child]))
    h = h + torch.zeros_like(h).index_add(0, child, message(h[parent]))
    pooled = torch.zeros(len(graph), 16).index_add(0, state_of_node, h)
    out = torch.sigmoid(value(pooled))
    out.sum().backward()
    print(f"{len(graph)} states, {len(node_type)} nodes, {edge_index.shape[1]} edges; values {tuple(out.shape)}")


if __name__ == "__main__":
    main()
